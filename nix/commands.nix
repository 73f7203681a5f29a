# The programs for people's shells. The two daemons' programs run as the service would, with its user, settings and
# credentials, and therefore need root; the MCP servers run as the person who starts them.
{
  lib,
  pkgs,
  cfg,
  environment,
}:
let
  programs = lib.attrNames (lib.importJSON ../package.json).bin;
  isDaemon = program: lib.elem program [ "paperless-index" "paperless-ask" ];
  needsPaperless = program: program != "docs-search-mcp";

  asService =
    program:
    let
      credentials = environment.credentials program;
      properties = [
        "User=paperless-rag"
        "StateDirectory=paperless-rag"
        "StateDirectoryMode=0700"
        "UMask=0077"
      ]
      ++ lib.mapAttrsToList (name: file: "LoadCredential=${name}:${file}") credentials;
      settings = lib.mapAttrsToList (name: value: "--setenv=${name}=${value}") (environment.variables program);
      files = lib.concatMapStrings (
        name: "${environment.credentialVariables.${name}}=$CREDENTIALS_DIRECTORY/${name} "
      ) (lib.attrNames credentials);
    in
    pkgs.writeShellScriptBin program ''
      case "''${1-}" in
        --help | --version) exec ${cfg.package}/bin/${program} "$@" ;;
      esac
      if [ "$(id -u)" -ne 0 ]; then
        echo "${program} runs as the service does, which only root may ask for: sudo ${program} $*" >&2
        exit 77
      fi
      # systemd fills in ''${NAME} and takes $$ for $ in what it starts: each $ of the arguments is doubled before.
      for argument do
        shift
        set -- "$@" "''${argument//\$/\$\$}"
      done
      # The shell inside knows where systemd has put the credentials.
      exec systemd-run --pipe --pty --wait --collect --quiet --service-type=exec \
        ${lib.escapeShellArgs (map (property: "--property=${property}") properties)} \
        ${lib.escapeShellArgs settings} \
        ${pkgs.runtimeShell} -c ${lib.escapeShellArg "${files}exec \"$0\" \"$@\""} ${cfg.package}/bin/${program} "$@"
    '';

  forPeople =
    program:
    pkgs.writeShellScriptBin program ''
      export PAPERLESS_API_URL="''${PAPERLESS_API_URL-${cfg.paperlessUrl}}"
      export PAPERLESS_ASK_URL="''${PAPERLESS_ASK_URL-http://127.0.0.1:${toString cfg.port}}"
      if [ -z "''${PAPERLESS_API_TOKEN-}" ]; then
        export PAPERLESS_API_TOKEN_FILE="''${PAPERLESS_API_TOKEN_FILE-''${XDG_CONFIG_HOME-$HOME/.config}/paperless-rag/token}"
      fi
      exec ${cfg.package}/bin/${program} "$@"
    '';
in
map (
  program:
  if isDaemon program then
    asService program
  else if needsPaperless program then
    forPeople program
  else
    pkgs.runCommand program { } ''
      mkdir -p $out/bin
      ln -s ${cfg.package}/bin/${program} $out/bin/
    ''
) programs
