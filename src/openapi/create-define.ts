import { type DefinedOperation, defineOperation } from './define-operation.ts';
import type { Operation } from './operation.ts';
import { withoutDeleting } from './without-deleting.ts';

/** Defines the operation of a tool at its first call, and once. */
export function createDefine(operations: readonly Operation[], mayDelete: boolean): (name: string) => DefinedOperation {
  const defined = new Map<string, DefinedOperation>();
  return (name) => {
    const operation = operations.find((one) => one.name === name);
    if (operation === undefined) throw new Error(`no operation is prepared for the tool ${name}`);
    const known = defined.get(name) ?? defineOperation(mayDelete ? operation : withoutDeleting(operation));
    defined.set(name, known);
    return known;
  };
}
