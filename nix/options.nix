{
  self,
  lib,
  pkgs,
}:
let
  inherit (lib) mkOption types literalExpression;

  # A string, never a path literal: that would be copied into the store, which everybody can read.
  secretFile =
    description: example:
    mkOption {
      type = types.nullOr types.externalPath;
      default = null;
      inherit description example;
    };
  schedule =
    default: what:
    mkOption {
      type = types.nullOr types.str;
      inherit default;
      example = "*-*-* 02:30:00";
      description = "When ${what}, as in `systemd.time(7)`; null = never by itself.";
    };
in
{
  enable = lib.mkEnableOption "questions to your own paperwork in Paperless-ngx";

  package = mkOption {
    type = types.package;
    default = self.packages.${pkgs.stdenv.hostPlatform.system}.default;
    defaultText = literalExpression "paperless-rag.packages.\${system}.default";
    example = literalExpression "paperless-rag.packages.\${system}.default";
    description = "The suite: programs and unit files.";
  };

  port = mkOption {
    type = types.port;
    default = 8015;
    example = 8020;
    description = "Port of the page and the HTTP API, on 127.0.0.1.";
  };

  publicHostname = mkOption {
    type = types.nullOr (types.strMatching "[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?");
    default = null;
    example = "ask.example.org";
    description = "Host name under which a reverse proxy of yours serves the page. Other names are refused.";
  };

  paperlessUrl = mkOption {
    type = types.str;
    default = "http://127.0.0.1:28981";
    example = "https://paperless.example.org";
    description = "Address of Paperless for the programs.";
  };

  publicPaperlessUrl = mkOption {
    type = types.nullOr types.str;
    default = null;
    example = "https://paperless.example.org";
    description = "Address of Paperless for people, used in links; null = `paperlessUrl`.";
  };

  tokenFile = secretFile "File with the API token of a Paperless user. What that user may view is what is indexed." "/run/secrets/paperless-token";

  embeddingHost = mkOption {
    type = types.nullOr types.str;
    default = "127.0.0.1:11435";
    example = "http://127.0.0.1:11434";
    description = "Address of the Ollama that makes embeddings, with or without `http://`; null = search by words only.";
  };

  embeddingModel = mkOption {
    type = types.str;
    default = "nomic-embed-text";
    example = "bge-m3";
    description = "Embedding model. After a change the next run builds a new index beside the one in use.";
  };

  chatModel = mkOption {
    type = types.nullOr types.str;
    default = null;
    example = "qwen3:8b";
    description = "Chat model that writes the answers; null = quotations only.";
  };

  chatHosts = mkOption {
    type = types.listOf types.str;
    default = [ "127.0.0.1:11434" ];
    example = [
      "127.0.0.1:11434"
      "192.168.1.20:11434"
    ];
    description = "Ollama servers for the chat model, in order of preference.";
  };

  index.backend = mkOption {
    type = types.enum [
      "qdrant"
      "sqlite"
    ];
    default = "qdrant";
    example = "sqlite";
    description = "What keeps the index: Qdrant, or one SQLite file below the state folder.";
  };

  qdrant = {
    enable = mkOption {
      type = types.bool;
      default = true;
      example = false;
      description = "Run Qdrant in a container. Set to false to use `services.qdrant` or another one on `qdrant.port`.";
    };
    port = mkOption {
      type = types.port;
      default = 6333;
      example = 16333;
      description = "HTTP port of Qdrant on 127.0.0.1.";
    };
    grpcPort = mkOption {
      type = types.port;
      default = 6334;
      example = 16334;
      description = "gRPC port of Qdrant on 127.0.0.1. The suite itself does not use it.";
    };
    dataDir = mkOption {
      type = types.externalPath;
      default = "/var/lib/paperless-rag-qdrant";
      example = "/srv/qdrant";
      description = "Where the container keeps its data. It can be rebuilt from Paperless and needs no backup.";
    };
    apiKeyFile = secretFile "File with nothing but Qdrant's API key, without quotes. The container is started with it too." "/run/secrets/qdrant-key";
  };

  qdrantImage = mkOption {
    type = types.strMatching ".+@sha256:[0-9a-f]{64}";
    default = "docker.io/qdrant/qdrant:v1.18.2@sha256:75eab8c4ba42096724fdcfde8b4de0b5713d529dde32f285a1f86fdcb2c9e50c";
    example = "docker.io/qdrant/qdrant:v1.18.2@sha256:75eab8c4ba42096724fdcfde8b4de0b5713d529dde32f285a1f86fdcb2c9e50c";
    description = "Container image of Qdrant, pinned by its digest. Qdrant upgrades its data from one minor version to the next only.";
  };

  indexSchedule = schedule "hourly" "the index is brought up to date";
  reconcileSchedule = schedule "weekly" "index and Paperless are compared as a whole";

  onFailure = mkOption {
    type = types.listOf types.str;
    default = [ ];
    example = [ "notify-failure@%n.service" ];
    description = "Units started when a scheduled run fails.";
  };

  allowedAddresses = mkOption {
    # systemd takes no host names here, and leaves out what it cannot read.
    type = types.listOf (types.strMatching "[0-9a-fA-F.:]+(/[0-9]+)?|any|link-local|multicast");
    default = [ ];
    example = [ "192.168.1.20" ];
    description = "Addresses or prefixes (not host names) that the services may reach besides this machine.";
  };

  access = mkOption {
    type = types.enum [
      "everyone"
      "paperless"
    ];
    default = "everyone";
    example = "paperless";
    description = "Who may read what: everyone who reaches the page all that the token may view, or each Paperless user what Paperless shows them.";
  };

  userHeader = mkOption {
    type = types.str;
    default = "X-Remote-User";
    example = "Remote-User";
    description = "Request header in which the reverse proxy names the Paperless user. Used with `access = \"paperless\"`.";
  };

  proxySecretFile = secretFile "File with the secret that the reverse proxy sends as `X-Ask-Proxy-Secret`. Needed with `access = \"paperless\"`." "/run/secrets/ask-proxy-secret";

  backup = {
    paths = mkOption {
      type = types.listOf types.str;
      readOnly = true;
      default = [ "/var/lib/paperless-rag/cursor.json" ];
      description = "What is worth a backup. The index itself is derived from Paperless.";
    };
    resticName = mkOption {
      type = types.nullOr types.str;
      default = null;
      example = "daily";
      description = "Name of one of your `services.restic.backups`, to which `backup.paths` is added.";
    };
  };

  extraEnv = mkOption {
    type = types.attrsOf (
      types.nullOr (
        types.oneOf [
          types.bool
          types.int
          types.str
        ]
      )
    );
    default = { };
    example = {
      ASK_STALE_HOURS = 48;
      RAG_EXCLUDE_TAGS = "no-ai,private";
    };
    description = "Further variables of the programs (docs/configuration.md). They have the last word over the options; null leaves one out.";
  };
}
