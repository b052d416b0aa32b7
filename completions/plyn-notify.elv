# elvish completion for plyn-notify: it is asked itself what can stand at the cursor.

use re
use str

set edit:completion:arg-completer[plyn-notify] = {|@words|
  var reply = [(try { e:plyn-notify complete -- $@words 2>/dev/null } catch { } | from-lines)]
  if (not-eq $reply []) {
    var offer = $reply[0]
    if (or (==s $offer words) (==s $offer nospace)) {
      var after = (if (==s $offer nospace) { put '' } else { put ' ' })
      for line $reply[1..] {
        var word about = (str:split &max=2 "\t" $line)
        var shown = (if (==s $about '') { put $word } else { put $word' ('$about')' })
        edit:complex-candidate $word &code-suffix=$after &display=$shown
      }
    } elif (str:has-prefix $offer 'command ') {
      # The word before the command stands for the sudo that elvish knows how to look past.
      var start = (num (str:trim-prefix $offer 'command '))
      edit:complete-sudo (all $words | drop (- $start 1))
    } else {
      var option = (re:replace '^(--[^=]*=)?.*$' '$1' $words[-1])
      edit:complete-filename (str:trim-prefix $words[-1] $option) | each {|path|
        edit:complex-candidate $option$path[stem] &code-suffix=$path[code-suffix] &display=$path[stem]
      }
    }
  }
}
