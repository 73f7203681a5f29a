self:
{
  config,
  lib,
  pkgs,
  ...
}:
let
  cfg = config.services.paperless-rag;
  options = import ./options.nix { inherit self lib pkgs; };
  environment = import ./environment.nix { inherit lib; } cfg;

  stateDir = "/var/lib/paperless-rag";
  usesQdrant = cfg.index.backend == "qdrant";
  runsQdrant = usesQdrant && cfg.qdrant.enable;
  # What the services wait for; Qdrant elsewhere is waited for by trying again.
  qdrantUnits =
    if runsQdrant then
      [ qdrantUnit ]
    else
      lib.optional (usesQdrant && config.services.qdrant.enable) "qdrant.service";
  qdrantUnit = "${config.virtualisation.oci-containers.containers.paperless-rag-qdrant.serviceName}.service";
  qdrantKeyFile = "/run/paperless-rag-qdrant.env";

  # `LoadCredential=` with nothing after it drops the unit file's own path of the token.
  credentials = program: [
    ""
  ]
  ++ lib.mapAttrsToList (name: file: "${name}:${file}") (environment.credentials program);

  # What all three services get beside their unit files, which come with the package.
  drop-in = program: {
    environment = environment.unitVariables program;
    wants = qdrantUnits;
    after = qdrantUnits;
    serviceConfig = {
      LoadCredential = credentials program;
      IPAddressAllow = cfg.allowedAddresses;
    };
  };
  oneshot =
    drop-in "paperless-index"
    // {
      # An upgrade must not end a run, nor begin one.
      restartIfChanged = false;
      inherit (cfg) onFailure;
    };
  timer =
    schedule: default:
    if schedule == null then
      { enable = false; }
    else
      {
        wantedBy = [ "timers.target" ];
        timerConfig = lib.mkIf (schedule != default) {
          OnCalendar = [
            ""
            schedule
          ];
        };
      };
in
{
  options.services.paperless-rag = options;

  config = lib.mkIf cfg.enable {
    assertions = import ./assertions.nix {
      inherit
        lib
        config
        cfg
        stateDir
        environment
        ;
    };

    users.users.paperless-rag = {
      isSystemUser = true;
      group = "paperless-rag";
      home = stateDir;
      description = "Paperless passage index and answers";
    };
    users.groups.paperless-rag = { };

    systemd.packages = [ cfg.package ];
    systemd.services.paperless-index = oneshot;
    systemd.services.paperless-reconcile = oneshot;
    systemd.services.paperless-ask = drop-in "paperless-ask" // {
      wantedBy = [ "multi-user.target" ];
    };
    systemd.timers.paperless-index = timer cfg.indexSchedule "hourly";
    systemd.timers.paperless-reconcile = timer cfg.reconcileSchedule "weekly";

    environment.systemPackages = import ./commands.nix {
      inherit
        lib
        pkgs
        cfg
        environment
        ;
    };

    virtualisation.oci-containers.containers = lib.mkIf runsQdrant {
      paperless-rag-qdrant = {
        image = cfg.qdrantImage;
        # Publishing goes past the firewall: never without an address in front.
        ports = [
          "127.0.0.1:${toString cfg.qdrant.port}:6333"
          "127.0.0.1:${toString cfg.qdrant.grpcPort}:6334"
        ];
        volumes = [ "${cfg.qdrant.dataDir}:/qdrant/storage" ];
        environment.QDRANT__TELEMETRY_DISABLED = "true";
        environmentFiles = lib.optional (cfg.qdrant.apiKeyFile != null) qdrantKeyFile;
      };
    };
    systemd.tmpfiles.rules = lib.optional runsQdrant "d ${cfg.qdrant.dataDir} 0700 root root -";
    # The container wants NAME=value, and the key must not get into the store.
    systemd.services.paperless-rag-qdrant-key = lib.mkIf (runsQdrant && cfg.qdrant.apiKeyFile != null) {
      description = "Hand the API key to Qdrant's container";
      before = [ qdrantUnit ];
      requiredBy = [ qdrantUnit ];
      serviceConfig = {
        Type = "oneshot";
        RemainAfterExit = true;
        UMask = "0077";
        LoadCredential = "key:${cfg.qdrant.apiKeyFile}";
      };
      script = ''
        printf 'QDRANT__SERVICE__API_KEY=%s\n' "$(cat "$CREDENTIALS_DIRECTORY/key")" > ${qdrantKeyFile}
      '';
    };

    services.restic.backups = lib.mkIf (cfg.backup.resticName != null) {
      ${cfg.backup.resticName}.paths = cfg.backup.paths;
    };
  };
}
