# A machine that switches to the module, with a Paperless that holds the sample library: `nix flake check`.
self:
{ pkgs, ... }:
let
  suite = self.packages.${pkgs.stdenv.hostPlatform.system}.default;
  # The fake and what it imports, beside the suite's own packages.
  fakePaperless = pkgs.runCommand "fake-paperless" { } ''
    mkdir -p $out/examples
    cp -r ${../../test} $out/test
    cp -r ${../../src} $out/src
    cp -r ${../../examples/library} $out/examples/library
    cp ${../../package.json} $out/package.json
    ln -s ${suite}/lib/node_modules/paperless-rag/node_modules $out/node_modules
  '';
in
{
  name = "paperless-rag";

  nodes.machine = {
    imports = [ self.nixosModules.default ];
    services.paperless-rag = {
      enable = true;
      paperlessUrl = "http://127.0.0.1:8000";
      tokenFile = "/etc/paperless-token";
      # A virtual machine of a test has no network for the image.
      index.backend = "sqlite";
      embeddingHost = null;
    };
    environment.etc.paperless-token = {
      text = "00000000000000000000000000000000000admin";
      mode = "0400";
    };
    environment.systemPackages = [ pkgs.curl ];
    systemd.services.fake-paperless = {
      wantedBy = [ "multi-user.target" ];
      serviceConfig.ExecStart = "${pkgs.lib.getExe pkgs.nodejs_24} ${fakePaperless}/test/systemd/fake-paperless.ts";
    };
  };

  testScript = ''
    import json

    ask = (
        "curl -sf http://127.0.0.1:8015/api/ask -H 'Content-Type: application/json' -H 'Accept: application/json' "
        "-d '{\"q\": \"What was the total of the Brightline invoice in March 2021?\"}'"
    )

    machine.wait_for_unit("multi-user.target")
    machine.wait_for_open_port(8000)
    machine.wait_for_unit("paperless-ask.service")
    machine.wait_for_open_port(8015)

    with subtest("a manual tick"):
        machine.succeed("systemctl start paperless-index.service")
        status = json.loads(machine.succeed("paperless-index status --json"))
        assert status["live"]["documents"] > 40, status

    with subtest("both timers wait"):
        timers = machine.succeed("systemctl list-timers --no-legend 'paperless-*'")
        assert "paperless-index.timer" in timers and "paperless-reconcile.timer" in timers, timers

    with subtest("an answer over loopback, and nothing from outside"):
        assert "46.33" in machine.succeed(ask)
        listening = machine.succeed("ss -tlnH")
        assert "127.0.0.1:8015" in listening and "0.0.0.0:8015" not in listening, listening
        machine.fail("ss -tlnH | grep -E '(0.0.0.0|\\*|\\[::\\]):6333'")

    with subtest("the same settings as the service for root in a shell"):
        machine.succeed("paperless-index --dry-run --limit 5")

    with subtest("MCP over stdio, as a user"):
        request = json.dumps({
            "jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "vm", "version": "1"}},
        })
        answer = machine.succeed(
            f"echo '{request}' | PAPERLESS_API_TOKEN_FILE=/etc/paperless-token paperless-search-mcp"
        )
        assert "serverInfo" in answer, answer

    with subtest("the backup's path holds the cursor"):
        machine.succeed("test -f /var/lib/paperless-rag/cursor.json -a ! -L /var/lib/paperless-rag")

    with subtest("a restart keeps everything"):
        machine.succeed("systemctl restart paperless-ask.service")
        machine.wait_for_open_port(8015)
        assert "46.33" in machine.succeed(ask)
  '';
}
