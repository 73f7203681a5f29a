import type { Id, PassageId } from '../model.ts';

/** Which passage of which document. */
export interface PassagePosition {
  readonly documentId: Id;
  /** 0, 1, 2 … within the document. */
  readonly position: number;
}

export function toPassageId(documentId: Id, position: number): PassageId {
  return `${documentId}-${position}`;
}

/** Undefined for a text that is no passage id. */
export function parsePassageId(id: PassageId): PassagePosition | undefined {
  // Fifteen digits are a safe integer.
  const [, documentId, position] = /^([0-9]{1,15})-([0-9]{1,15})$/.exec(id) ?? [];
  return documentId === undefined ? undefined : { documentId: Number(documentId), position: Number(position) };
}
