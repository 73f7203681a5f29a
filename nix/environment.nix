# From options to the programs' variables and credentials. Pure, so that it can be tested by itself.
{ lib }:
cfg:
let
  toText = value: if lib.isBool value then lib.boolToString value else toString value;
  unless = default: value: if value == default then null else value;
  usesQdrant = cfg.index.backend == "qdrant";

  shared = {
    PAPERLESS_API_URL = cfg.paperlessUrl;
    PAPERLESS_PUBLIC_URL = cfg.publicPaperlessUrl;
    QDRANT_URL = if usesQdrant then "http://127.0.0.1:${toString cfg.qdrant.port}" else null;
    EMBEDDING_HOST = cfg.embeddingHost;
    EMBEDDING_MODEL = unless "nomic-embed-text" cfg.embeddingModel;
    # Also for the doctor of paperless-index.
    CHAT_MODEL = cfg.chatModel;
    CHAT_HOSTS = unless "127.0.0.1:11434" (lib.concatStringsSep "," cfg.chatHosts);
  };
  asking = {
    ASK_PORT = unless 8015 cfg.port;
    PUBLIC_HOSTNAME = cfg.publicHostname;
    ASK_ACCESS = unless "everyone" cfg.access;
    ASK_USER_HEADER = unless "X-Remote-User" cfg.userHeader;
  };
in
rec {
  # Without the credentials; what is unset is left to the program's default.
  variables =
    program:
    lib.mapAttrs (_: toText) (
      lib.filterAttrs (_: value: value != null) (
        shared // lib.optionalAttrs (program == "paperless-ask") asking // cfg.extraEnv
      )
    );

  # Variables for `Environment=`, where a percent sign begins a specifier: %d is where systemd puts the credentials. The
  # token's stands in the unit file already.
  unitVariables =
    program:
    lib.mapAttrs (_: lib.replaceStrings [ "%" ] [ "%%" ]) (variables program)
    // lib.mapAttrs' (name: _: lib.nameValuePair credentialVariables.${name} "%d/${name}") (
      removeAttrs (credentials program) [ "paperless-token" ]
    );

  # Name of the credential → file.
  credentials =
    program:
    lib.filterAttrs (_: file: file != null) {
      paperless-token = cfg.tokenFile;
      qdrant-key = if usesQdrant then cfg.qdrant.apiKeyFile else null;
      proxy-secret = if program == "paperless-ask" then cfg.proxySecretFile else null;
    };

  # Name of the credential → the variable that names its file.
  credentialVariables = {
    paperless-token = "PAPERLESS_API_TOKEN_FILE";
    qdrant-key = "QDRANT_API_KEY_FILE";
    proxy-secret = "ASK_PROXY_SECRET_FILE";
  };
}
