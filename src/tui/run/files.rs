//! The configuration files: read for the form, previewed, written.

use crate::{
    engine::{
        config::{self, Candidate, Change, ChangeError, Sources, Survey, WriteError},
        doctor::{Context, Invocation},
        facts::Surroundings,
    },
    tui::{
        diff::diff,
        message::{Keep, Opened, Preview, Refused},
    },
};

/// The files.
pub(in crate::tui) struct Files {
    sources: Sources,
    surroundings: Surroundings,
    candidates: Vec<Candidate>,
    /// What the form is on.
    open: Option<Survey>,
    /// What was shown last, to be written as it was shown.
    staged: Option<(Survey, Vec<Change>)>,
}

impl Files {
    pub(in crate::tui) fn new(context: &Context) -> Self {
        let (sources, surroundings) = (context.sources.clone(), context.surroundings.clone());
        let candidates = config::candidates(&sources);
        Self { sources, surroundings, candidates, open: None, staged: None }
    }

    /// The name of the file that changes of these sources go to.
    fn target(&self, sources: &Sources) -> String {
        sources.target().map(|(path, _)| self.surroundings.shown(path)).unwrap_or_default()
    }

    /// Reads one of the candidates for the form.
    pub(in crate::tui) fn open(&mut self, file: usize, keep: Keep) -> Opened {
        let candidate = self.candidates.get(file);
        let sources = candidate.map_or(&self.sources, |candidate| &candidate.sources);
        let survey = Survey::of(sources);
        self.open = survey.as_ref().ok().cloned();
        // The first of them is the one that counts anyhow.
        let other = sources.target().filter(|_| file > 0).map(|(path, _)| Invocation::on(path));
        let ours = other.unwrap_or_else(|| Invocation::of(&self.sources));
        Opened {
            file,
            edit: ours.command(&["config", "edit"]),
            owner: candidate.map_or("your own", |candidate| candidate.name),
            path: self.target(sources),
            files: self.candidates.len(),
            survey: survey.map(Box::new).map_err(|error| sentence(&error)),
            keep,
        }
    }

    /// What these changes come to: in the form's file as it was read, else in the file that counts, as it is now.
    pub(in crate::tui) fn preview(&mut self, changes: Vec<Change>, of_form: bool) -> Preview {
        self.staged = None;
        let survey = match &self.open {
            Some(survey) if of_form => Ok(survey.clone()),
            _ => Survey::of(&self.sources),
        };
        let path = match &survey {
            Ok(survey) => self.surroundings.shown(&survey.path),
            Err(_) => self.target(&self.sources),
        };
        let is_new = survey.as_ref().is_ok_and(|survey| survey.is_new);
        let lines = survey.map_err(|error| refused(&error)).and_then(|survey| {
            if !survey.is_current() {
                return Err(Refused::Conflict);
            }
            let text = survey.changed(&changes).map_err(|error| refused(&error))?;
            // Of a file that is made, all of it is new; what matters is what is set in it.
            let lines = diff(&survey.text, &text);
            self.staged = Some((survey, changes));
            Ok(lines)
        });
        Preview { path, is_new, lines }
    }

    /// Writes what was shown last; the name of the file that has it now.
    pub(in crate::tui) fn save(&mut self) -> Result<String, Refused> {
        let Some((survey, changes)) = self.staged.take() else {
            return Err(Refused::Because("nothing was shown that could be written".to_owned()));
        };
        survey.save(&changes).map_err(|error| refused(&error))?;
        Ok(self.surroundings.shown(&survey.path))
    }
}

fn refused(error: &ChangeError) -> Refused {
    match error {
        ChangeError::Write(WriteError::Changed { .. }) => Refused::Conflict,
        error => Refused::Because(sentence(error)),
    }
}

fn sentence(error: &ChangeError) -> String {
    error.to_string()
}
