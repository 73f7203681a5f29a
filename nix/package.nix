# One build, and for each program a package of its own that holds nothing but that program.
{ pkgs }:
let
  inherit (pkgs) lib;
  manifest = lib.importJSON ../package.json;
  nodejs = pkgs.nodejs_24;

  suite = pkgs.buildNpmPackage {
    pname = manifest.name;
    inherit (manifest) version;
    inherit nodejs;

    src = lib.fileset.toSource {
      root = ../.;
      fileset = lib.fileset.unions [
        ../package.json
        ../package-lock.json
        ../tsconfig.json
        ../tsconfig.build.json
        ../src
        ../systemd
        ../docs
        ../examples
        ../README.md
        ../CHANGELOG.md
        ../LICENSE
      ];
    };

    npmDeps = pkgs.importNpmLock {
      npmRoot = ../.;
      packageLock = import ./lock.nix;
    };
    npmConfigHook = pkgs.importNpmLock.npmConfigHook;
    # The npm package `node` would download a Node; nixpkgs' own is used.
    npmRebuildFlags = [ "--ignore-scripts" ];
    # `prepack` would build a second time.
    npmPackFlags = [ "--ignore-scripts" ];

    nativeBuildInputs = [ pkgs.makeWrapper ];

    # The wrapper of npm's hook knows no flags for Node: these keep a run over many thousand documents below 250 MB.
    postInstall = ''
      rm $out/bin/paperless-index
      makeWrapper ${lib.getExe nodejs} $out/bin/paperless-index \
        --add-flags "--max-semi-space-size=8 --heap-growing-percent=100 $out/lib/node_modules/${manifest.name}/dist/bin/paperless-index.js"

      for unit in systemd/*.service systemd/*.timer; do
        install -D -m 444 $unit -t $out/lib/systemd/system
      done
      substituteInPlace $out/lib/systemd/system/*.service --replace-fail /usr/local/bin/ $out/bin/
    '';

    doInstallCheck = true;
    installCheckPhase = ''
      runHook preInstallCheck
      for program in ${lib.escapeShellArgs (lib.attrNames manifest.bin)}; do
        $out/bin/$program --version
      done
      export STATE_DIR=$TMPDIR/state PAPERLESS_EXPORT_DIR=${../examples/library}
      $out/bin/paperless-index --quiet
      $out/bin/paperless-index search "Brightline invoice" --limit 1 | grep -q Brightline
      runHook postInstallCheck
    '';

    meta = {
      inherit (manifest) description;
      license = lib.licenses.mit;
      mainProgram = "paperless-ask";
      platforms = [
        "x86_64-linux"
        "aarch64-linux"
      ];
    };
  };

  only =
    program:
    pkgs.runCommand "${program}-${manifest.version}"
      {
        meta = suite.meta // {
          mainProgram = program;
        };
      }
      ''
        mkdir -p $out/bin
        ln -s ${suite}/bin/${program} $out/bin/
      '';
in
lib.mapAttrs (program: _: only program) manifest.bin // { default = suite; }
