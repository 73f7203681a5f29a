# The module evaluated with stubs for the rest of NixOS, once for each case: what it would set, or that it is refused.
# `lib` is nixpkgs' own.
{ lib }:
let
  stubs =
    { lib, ... }:
    let
      free = lib.mkOption {
        type = lib.types.attrsOf lib.types.raw;
        default = { };
      };
      off = lib.mkOption {
        type = lib.types.bool;
        default = false;
      };
    in
    {
      options = {
        assertions = lib.mkOption { type = lib.types.listOf lib.types.raw; };
        environment.systemPackages = lib.mkOption { type = lib.types.listOf lib.types.raw; };
        users.users = free;
        users.groups = free;
        systemd.packages = lib.mkOption { type = lib.types.listOf lib.types.raw; };
        systemd.services = lib.mkOption {
          type = lib.types.lazyAttrsOf (lib.types.lazyAttrsOf lib.types.raw);
          default = { };
        };
        systemd.timers = lib.mkOption {
          type = lib.types.lazyAttrsOf (
            lib.types.submodule {
              freeformType = lib.types.lazyAttrsOf lib.types.raw;
              options.timerConfig = lib.mkOption {
                type = lib.types.lazyAttrsOf lib.types.raw;
                default = { };
              };
            }
          );
        };
        systemd.tmpfiles.rules = lib.mkOption { type = lib.types.listOf lib.types.str; };
        networking.firewall.allowedTCPPorts = lib.mkOption {
          type = lib.types.listOf lib.types.port;
          default = [ ];
        };
        virtualisation.oci-containers.containers = lib.mkOption {
          type = lib.types.attrsOf (
            lib.types.submodule (
              { name, ... }:
              {
                freeformType = lib.types.lazyAttrsOf lib.types.raw;
                options.serviceName = lib.mkOption { default = "podman-${name}"; };
              }
            )
          );
          default = { };
        };
        services.restic.backups = free;
        services.ollama.enable = off;
        services.ollama.port = lib.mkOption { default = 11434; };
        services.qdrant.enable = off;
      };
    };

  pkgs = {
    stdenv.hostPlatform.system = "x86_64-linux";
    runtimeShell = "/bin/sh";
    writeShellScriptBin = name: text: { inherit name text; };
    runCommand = name: _: text: { inherit name text; };
  };
  package = {
    type = "derivation";
    name = "paperless-rag";
    outPath = "/nix/store/00000000000000000000000000000000-paperless-rag";
  };
  self.packages.x86_64-linux.default = package;

  evaluate =
    case:
    let
      inherit
        (lib.evalModules {
          modules = [
            stubs
            (import ../module.nix self)
            { _module.args = { inherit pkgs; }; }
            { services.paperless-rag.enable = true; }
            case
          ];
        })
        config
        ;
    in
    {
      refusals = map (entry: entry.message) (lib.filter (entry: !entry.assertion) config.assertions);
      inherit (config.systemd) services timers packages;
      tmpfiles = config.systemd.tmpfiles.rules;
      inherit (config.virtualisation.oci-containers) containers;
      inherit (config.networking.firewall) allowedTCPPorts;
      backups = config.services.restic.backups;
      commands = lib.listToAttrs (
        map (entry: lib.nameValuePair entry.name entry.text) config.environment.systemPackages
      );
      users = config.users.users;
    };

  # `null` when the option system itself refuses the value.
  attempt =
    case:
    let
      result = builtins.tryEval (
        let
          value = evaluate case;
        in
        builtins.deepSeq value value
      );
    in
    if result.success then result.value else null;

  rag = settings: ragBeside settings { };
  ragBeside = settings: others: {
    services = others // {
      paperless-rag = {
        tokenFile = "/run/secrets/token";
      }
      // settings;
    };
  };
in
lib.mapAttrs (_: attempt) {
  default = rag { };
  noToken = { };
  everything = rag {
    port = 8020;
    publicHostname = "ask.example.org";
    paperlessUrl = "https://paperless.example.org";
    publicPaperlessUrl = "https://papers.example.org";
    embeddingHost = "http://192.168.1.20:11434";
    embeddingModel = "bge-m3";
    chatModel = "qwen3:8b";
    chatHosts = [
      "127.0.0.1:11434"
      "192.168.1.20:11434"
    ];
    qdrant.port = 16333;
    qdrant.grpcPort = 16334;
    qdrant.apiKeyFile = "/run/secrets/qdrant";
    indexSchedule = "*:0/30";
    reconcileSchedule = "Sun 03:00";
    onFailure = [ "notify@%n.service" ];
    allowedAddresses = [ "192.168.1.20" ];
    access = "paperless";
    userHeader = "Remote-User";
    proxySecretFile = "/run/secrets/proxy";
    backup.resticName = "daily";
  };
  sqlite = rag {
    index.backend = "sqlite";
    embeddingHost = null;
  };
  nativeQdrant = ragBeside { qdrant.enable = false; } { qdrant.enable = true; };
  noTimers = rag {
    indexSchedule = null;
    reconcileSchedule = null;
  };
  extraEnv = rag {
    extraEnv = {
      PERCENT = "50%off %q a%%b 100%";
      DOLLAR = "$HOME \${x}";
      QUOTES = ''a "b" 'c' \d'';
      LINES = "one\ntwo";
      UMLAUT = "Grüße – ßöä 漢字";
      YES = true;
      NO = false;
      NUMBER = 42;
      LEFT_OUT = null;
      EMBEDDING_MODEL = "all-minilm";
    };
  };

  tokenAsPath = rag { tokenFile = ./cases.nix; };
  tokenInStore = rag { tokenFile = "/nix/store/00000000000000000000000000000000-token"; };
  badPort = rag { port = 70000; };
  portAsText = rag { port = "8015"; };
  badHostname = rag { publicHostname = "https://ask.example.org/"; };
  imageWithoutDigest = rag { qdrantImage = "docker.io/qdrant/qdrant:v1.18.2"; };
  nameAllowed = rag { allowedAddresses = [ "paperless.lan" ]; };
  twoAllowedInOne = rag { allowedAddresses = [ "192.168.1.20 192.168.1.21" ]; };
  floatInEnv = rag { extraEnv.RATIO = 0.5; };

  foreignHost = rag { embeddingHost = "192.168.1.20:11434"; };
  foreignHostInEnv = rag { extraEnv.EMBEDDING_HOST = "192.168.1.20:11434"; };
  foreignPaperless = rag { paperlessUrl = "https://paperless.example.org"; };
  otherHostAllowed = rag {
    embeddingHost = "192.168.1.20:11434";
    allowedAddresses = [ "192.168.1.21" ];
  };
  samePorts = rag { port = 6333; };
  ollamaOnAskPort = ragBeside { } {
    ollama.enable = true;
    ollama.port = 8015;
  };
  oneOllama = ragBeside {
    embeddingHost = "127.0.0.1:11434";
    chatModel = "qwen3:8b";
  } { ollama.enable = true; };
  twoQdrants = ragBeside { } { qdrant.enable = true; };
  movedBind = rag { extraEnv.ASK_HOST = "0.0.0.0"; };
  secretInEnv = rag { extraEnv.PAPERLESS_API_TOKEN = "x"; };
  accessInEnvWithoutSecret = rag { extraEnv.ASK_ACCESS = "paperless"; };
  badNameInEnv = rag { extraEnv."A\nB" = "x"; };
  nameLikeLoopback = rag { paperlessUrl = "http://127.example.org"; };
  allowedIpv6 = rag {
    embeddingHost = "http://[fd00::20]:11434";
    allowedAddresses = [ "fd00::20" ];
  };
  loopbackByAnyName = rag {
    paperlessUrl = "http://LOCALHOST:28981";
    embeddingHost = "[::1]:11435";
  };
  accessWithoutSecret = rag { access = "paperless"; };
  qdrantInState = rag { qdrant.dataDir = "/var/lib/paperless-rag/qdrant"; };
  badSchedule = rag { indexSchedule = "every hour"; };
}
