const PROGRAM = `paperless-index keeps the passage index in step with your documents.

  paperless-index                     read what changed since the last run
  paperless-index --full              build a new index beside the live one, then swap
  paperless-index --reconcile         compare every document with the index and repair both directions
  paperless-index status              how the index is doing
  paperless-index doctor              checks everything that is needed, and says what to do
  paperless-index failures            documents that could not be indexed, and why
  paperless-index search "words"      what retrieval finds, with the rank in every leg

Flags of a run
  --dry-run                say what would happen; write nothing, embed nothing
  --limit N                work on at most N documents this time; the next run goes on from there
  --allow-mass-removal     with --reconcile or --full: remove even if most documents are gone
  --json                   print the result as JSON
  --quiet                  print nothing but errors
  --help, --version

Try it
  PAPERLESS_EXPORT_DIR=examples/library paperless-index
  PAPERLESS_EXPORT_DIR=examples/library paperless-index search "invoice" --from 2021-01-01 --limit 3
  paperless-index status --json | jq .live.documents

Every command has its own help: paperless-index search --help
In a clone of the repository write "npm run index --" instead: npm run index -- search --help
The settings are environment variables: docs/configuration.md
Exit codes: 0 done, 1 some documents failed or a removal was refused, 75 something is missing or busy (try again),
others in the README. While another run is at work, one without --full or --reconcile says so and exits 0.
`;

const COMMANDS: Readonly<Record<string, string>> = {
  status: `paperless-index status [--json]

Shows how the index is doing: documents and passages, what it was made with, how far it has read, the last runs, failed
documents, and who is at work right now. Needs neither the documents nor any service.

Try it
  paperless-index status
  paperless-index status --json | jq .age_s
`,
  doctor: `paperless-index doctor [--json]

Checks the state folder, the index, and what is set up of Paperless (address, token, permissions), Ollama (model, its
languages) and Qdrant. ✓ works, ✗ is needed and does not, – is not needed or could be better; below it what to do.
Changes nothing. Exit code 0 when everything that is needed works, else 1.

Try it
  paperless-index doctor
  paperless-index doctor --json | jq '.checks[] | select(.ok | not)'
`,
  failures: `paperless-index failures [--retry] [--json] [--quiet]

Lists the documents that could not be indexed, and why. Each is tried in five runs and then set aside until it
changes, or until --retry tries all of them again, now.

Try it
  paperless-index failures
  paperless-index failures --retry
`,
  search: `paperless-index search "words" [--limit N] [--json]
                       [--correspondent NAME] [--tag NAME]… [--type NAME] [--from DATE] [--to DATE]

Shows what retrieval finds for these words, best first, with the rank in every leg (stems, parts of words, dense):
the view for finding out why an answer has the sources it has. No model is asked.

Try it
  paperless-index search "Zählernummer"
  paperless-index search "total of the invoice" --correspondent "Brightline Telecom" --to 2021-12-31
  paperless-index search "SJ-2022-118406" --json | jq '.hits[0]'

--tag may be repeated: a document must carry all of them. Dates are YYYY-MM-DD, both ends included.
`,
};

/** The help of one command, or of the program when there is no such command. */
export function toIndexHelp(command: string | undefined): string {
  return (command !== undefined && Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined) ?? PROGRAM;
}
