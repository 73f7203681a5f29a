import { z } from 'zod';

/** What is looked for: trimmed, 1 to 500 characters, never half of a surrogate pair. */
export const queryText = z
  .string()
  .trim()
  .refine((text) => text !== '', 'must not be blank: that would mean every document')
  .refine((text) => text.length <= 500, 'must have at most 500 characters')
  .transform((text) => text.toWellFormed());
