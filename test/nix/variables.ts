/** Values that are easily mangled on the way from Nix through a unit file to a program; the same as in nix/tests/cases.nix. */
export const VARIABLES: Readonly<Record<string, string>> = {
  PERCENT: '50%off %q a%%b 100%',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a shell would take it for a variable, systemd must not
  DOLLAR: '$HOME ${x}',
  QUOTES: `a "b" 'c' \\d`,
  LINES: 'one\ntwo',
  UMLAUT: 'Grüße – ßöä 漢字',
  YES: 'true',
  NO: 'false',
  NUMBER: '42',
};

/** As NixOS writes a variable into a unit, the module having doubled the percent signs. */
export function toEnvironmentLine(name: string, escaped: string): string {
  return `Environment=${JSON.stringify(`${name}=${escaped}`)}`;
}
