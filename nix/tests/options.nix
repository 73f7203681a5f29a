# The options as a list of { name, type, default, example, description }, for docs/nixos.md.
{ lib }:
let
  inherit
    (lib.evalModules {
      modules = [
        {
          options.services.paperless-rag = import ../options.nix {
            self.packages.any.default = null;
            inherit lib;
            pkgs.stdenv.hostPlatform.system = "any";
          };
        }
      ];
    })
    options
    ;
  toText = value: value.text or (lib.generators.toPretty { } value);
in
map (option: {
  inherit (option) name type description;
  default = if option ? default then toText option.default else null;
  example = if option ? example then toText option.example else null;
}) (lib.filter (option: option.visible && !option.internal && lib.hasPrefix "services." option.name) (lib.optionAttrSetToDocList options))
