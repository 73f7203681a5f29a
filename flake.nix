{
  description = "Ask your own paperwork: cited answers over a Paperless-ngx archive, all on your machine";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-26.05";

  outputs =
    { self, nixpkgs }:
    let
      forAllSystems =
        build:
        nixpkgs.lib.genAttrs [ "x86_64-linux" "aarch64-linux" ] (
          system: build nixpkgs.legacyPackages.${system}
        );
    in
    {
      packages = forAllSystems (pkgs: import ./nix/package.nix { inherit pkgs; });

      nixosModules.default = import ./nix/module.nix self;

      devShells = forAllSystems (pkgs: {
        default = pkgs.mkShell { packages = [ pkgs.nodejs_24 ]; };
      });

      formatter = forAllSystems (pkgs: pkgs.nixfmt);

      checks = forAllSystems (
        pkgs:
        {
          build = self.packages.${pkgs.stdenv.hostPlatform.system}.default;
          module = pkgs.writeText "module-options" (
            builtins.toJSON (import ./nix/tests/cases.nix { lib = pkgs.lib; })
          );
        }
        // pkgs.lib.optionalAttrs pkgs.stdenv.hostPlatform.isx86_64 {
          vm = pkgs.testers.runNixOSTest (import ./nix/tests/vm.nix self);
        }
      );
    };
}
