const HELP = `paperless-ask answers questions about your documents and shows where each answer stands.

  paperless-ask                       serve the page on http://127.0.0.1:8015/
  paperless-ask "question"            answer one question here, with its sources below
  paperless-ask chat                  a conversation here; one question a line, /new begins anew
  paperless-ask --demo                the same with the sample library; nothing else is needed
  paperless-ask --demo "question"

Flags of a question
  --correspondent NAME     only documents of this correspondent
  --tag NAME               only documents with this tag; may be repeated, all are required
  --type NAME              only documents of this type
  --from DATE, --to DATE   only documents created then: YYYY-MM-DD, both ends included
  --as USER                who asks, where each Paperless user sees their own (ASK_ACCESS=paperless)
  --json                   print the whole answer as one JSON object
  --help, --version

Try it
  paperless-ask --demo
  paperless-ask --demo "What is the serial number of the dishwasher?"
  paperless-ask --demo "How high is the total?" --correspondent "Brightline Telecom" --from 2021-03-01 --to 2021-03-31
  paperless-ask --demo "When can the contract with Brightline Telecom be ended?" --json | jq -r .answer

The settings are environment variables: docs/configuration.md
Exit codes: 0 done, 64 the question or a flag is wrong, 75 something is missing, busy or the port is taken,
78 the configuration is wrong, others in the README.
`;

export function toAskHelp(): string {
  return HELP;
}
