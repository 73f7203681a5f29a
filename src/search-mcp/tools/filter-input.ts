import { z } from 'zod';

/** The filters of the search tools. Every one narrows; a name that is not known is an error. `what`: how to name one. */
export function createFilterInput(what: 'Name' | 'Name or id') {
  return {
    correspondent: nameText.optional().describe(`${what}.`),
    document_type: nameText.optional().describe(`${what}.`),
    tags: z.array(nameText).max(20).optional().describe(`${what} each; all are required.`),
    created_from: z.iso.date().optional().describe("The document's own date, inclusive."),
    created_to: z.iso.date().optional(),
  };
}

export const nameText = z.string().trim().min(1).max(200);

/** For `refine`: the two dates in their order. */
export function isInOrder({
  created_from: from,
  created_to: to,
}: {
  created_from?: string | undefined;
  created_to?: string | undefined;
}): boolean {
  return from === undefined || to === undefined || from <= to;
}

export const OUT_OF_ORDER = { message: 'must not be after created_to', path: ['created_from'] };
