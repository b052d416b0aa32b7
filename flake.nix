{
  description = "Ask a human from a script, and trust the answer";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-unstable";

  outputs =
    { self, nixpkgs }:
    let
      systems = [
        "x86_64-linux"
        "aarch64-linux"
      ];
      about = (fromTOML (builtins.readFile ./Cargo.toml)).package;
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
    in
    {
      packages = each (pkgs: {
        default = pkgs.rustPlatform.buildRustPackage {
          pname = "plyn-notify";
          inherit (about) version;
          src = self;
          cargoLock.lockFile = ./Cargo.lock;
          env.PLYN_NOTIFY_COMMIT = self.rev or self.dirtyRev or "dirty";
          # The integration tests want terminals and a bus of their own.
          cargoTestFlags = [ "--lib" ];
          installPhase = ''
            runHook preInstall
            PROGRAM=$(echo target/*/release/plyn-notify) packaging/install "" "$out"
            runHook postInstall
          '';
          meta = {
            inherit (about) description homepage;
            license = with pkgs.lib.licenses; [
              mit
              asl20
            ];
            mainProgram = "plyn-notify";
            platforms = pkgs.lib.platforms.linux;
          };
        };
      });
    };
}
