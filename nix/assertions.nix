{
  lib,
  config,
  cfg,
  stateDir,
  environment,
}:
let
  # host and port of an address with or without scheme, user, path
  parse =
    address:
    let
      match = builtins.match "([a-z]+://)?([^/@]*@)?(\\[[^]]*]|[^:/]+)(:([0-9]+))?(/.*)?" address;
      scheme = builtins.elemAt match 0;
      port = builtins.elemAt match 4;
    in
    if match == null then
      { host = address; port = null; }
    else
      {
        host = lib.removePrefix "[" (lib.removeSuffix "]" (builtins.elemAt match 2));
        port =
          if port != null then
            lib.toIntBase10 port
          else if scheme == "https://" then
            443
          else if scheme == "http://" then
            80
          else
            11434;
      };
  isLoopback =
    host: lib.toLower host == "localhost" || host == "::1" || builtins.match "127\\.[0-9.]+" host != null;
  isAddress = host: builtins.match "[0-9.]+|.*:.*" host != null;
  isPrefix = allowed: lib.hasInfix "/" allowed || lib.elem allowed [ "any" "link-local" "multicast" ];
  isAllowed =
    host:
    isLoopback host
    || lib.elem host cfg.allowedAddresses
    || lib.any isPrefix cfg.allowedAddresses
    # What a name stands for is not known here.
    || (!isAddress host && cfg.allowedAddresses != [ ]);

  # What the programs will read, whether it comes from an option or from extraEnv.
  variables = environment.variables "paperless-ask";
  addressesOf = name: lib.filter (text: text != "") (lib.splitString "," (variables.${name} or ""));
  ollamas = addressesOf "EMBEDDING_HOST" ++ lib.optionals (variables ? CHAT_MODEL) chatHosts;
  chatHosts = if variables ? CHAT_HOSTS then addressesOf "CHAT_HOSTS" else cfg.chatHosts;
  reachable = lib.mapAttrsToList (
    name: option:
    let
      refused = lib.filter (host: !isAllowed host) (map (address: (parse address).host) (addressesOf name));
    in
    {
      assertion = refused == [ ];
      message = "${option} (${name}): ${lib.concatStringsSep ", " refused} is not this machine, and the services may reach nothing else. Add its address to services.paperless-rag.allowedAddresses.";
    }
  ) {
    PAPERLESS_API_URL = "services.paperless-rag.paperlessUrl";
    QDRANT_URL = "services.paperless-rag.qdrant";
    EMBEDDING_HOST = "services.paperless-rag.embeddingHost";
    CHAT_HOSTS = "services.paperless-rag.chatHosts";
  };

  # Who listens where on this machine. Several things may ask the same Ollama; nothing else may share a port.
  listeners = {
    "services.paperless-rag.port" = cfg.port;
  }
  // lib.optionalAttrs (cfg.index.backend == "qdrant") {
    "services.paperless-rag.qdrant.port" = cfg.qdrant.port;
    "services.paperless-rag.qdrant.grpcPort" = cfg.qdrant.grpcPort;
  };
  ollamaPorts =
    map (address: (parse address).port) (lib.filter (address: isLoopback (parse address).host) ollamas)
    ++ lib.optional config.services.ollama.enable config.services.ollama.port;
  clashes = lib.filterAttrs (
    name: port: lib.elem port ollamaPorts || lib.elem port (lib.attrValues (removeAttrs listeners [ name ]))
  ) listeners;

  bindVariables = lib.intersectLists [ "ASK_HOST" "ASK_ALLOW_NON_LOOPBACK" "ASK_PORT" ] (
    lib.attrNames cfg.extraEnv
  );
  secretVariables = lib.intersectLists [ "PAPERLESS_API_TOKEN" "QDRANT_API_KEY" "ASK_PROXY_SECRET" ] (
    lib.attrNames cfg.extraEnv
  );
  badNames = lib.filter (name: builtins.match "[A-Za-z_][A-Za-z0-9_]*" name == null) (
    lib.attrNames cfg.extraEnv
  );
  isSchedule = text: text == null || builtins.match "[A-Za-z0-9*,./:~ +-]+" text != null && builtins.match "every .*" text == null;
in
reachable
++ [
  {
    assertion = cfg.tokenFile != null;
    message = "services.paperless-rag.tokenFile is not set. Put the API token of a Paperless user into a file outside of the Nix store and name it here.";
  }
  {
    assertion = clashes == { };
    message = "Ports on this machine must be distinct. Taken twice: ${
      lib.concatStringsSep ", " (lib.mapAttrsToList (name: port: "${name} = ${toString port}") clashes)
    }. Change one of them, or services.ollama.port.";
  }
  {
    assertion = !(cfg.index.backend == "qdrant" && cfg.qdrant.enable && config.services.qdrant.enable);
    message = "services.qdrant is enabled and services.paperless-rag.qdrant.enable is true: both would run a Qdrant. Set services.paperless-rag.qdrant.enable = false to use the one of services.qdrant.";
  }
  {
    assertion = bindVariables == [ ];
    message = "services.paperless-rag.extraEnv may not set ${lib.concatStringsSep ", " bindVariables}: the page listens on loopback only. Set services.paperless-rag.port for the port, and let a reverse proxy serve the page to others.";
  }
  {
    assertion = secretVariables == [ ];
    message = "services.paperless-rag.extraEnv may not set ${lib.concatStringsSep ", " secretVariables}: it would be readable by everyone in the Nix store. Use tokenFile, qdrant.apiKeyFile and proxySecretFile.";
  }
  {
    assertion = badNames == [ ];
    message = "services.paperless-rag.extraEnv: ${builtins.toJSON badNames} cannot be names of variables, and systemd would leave them out. Use letters, digits and underscores.";
  }
  {
    assertion = (variables.ASK_ACCESS or "everyone") == "paperless" -> cfg.proxySecretFile != null;
    message = "services.paperless-rag.access = \"paperless\" needs proxySecretFile: without a secret every local process could name any user.";
  }
  {
    assertion = !lib.hasPrefix "${stateDir}/" "${toString cfg.qdrant.dataDir}/";
    message = "services.paperless-rag.qdrant.dataDir lies below ${stateDir}, the state folder of the services. Choose a folder of its own, such as /var/lib/paperless-rag-qdrant.";
  }
  {
    assertion = isSchedule cfg.indexSchedule && isSchedule cfg.reconcileSchedule;
    message = "services.paperless-rag.indexSchedule and reconcileSchedule are calendar expressions like \"hourly\" or \"*-*-* 02:30:00\" (systemd.time(7)); try yours with `systemd-analyze calendar`. null = no timer.";
  }
]
