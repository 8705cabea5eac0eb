/** The list of operations that a draft is: one `text` operation for what was typed in a segment, however long it took. */
import { isEmpty, type EditorSegment, type Operation } from './segments.js';

/** Whether a text that was set before the operation may not be replaced by one that was set after it. */
const fixesTextOf = (operation: Operation, id: string): boolean => {
  if ('newSegmentId' in operation && operation.newSegmentId === id) return true;
  return (
    (operation.op === 'split' || operation.op === 'merge' || operation.op === 'delete') &&
    operation.segmentId === id
  );
};

/**
 * The operations with other texts of some segments.
 * @param from operations before this one have been sent to be applied, and stay as they are
 */
export const withTexts = (
  operations: readonly Operation[],
  texts: ReadonlyMap<string, string>,
  from: number,
): readonly Operation[] => {
  const changed = [...operations];
  const missing = new Set(texts.keys());
  const open = new Set(missing);
  for (let i = operations.length - 1; i >= from && open.size > 0; i--) {
    const operation = operations[i]!;
    if (operation.op === 'text' && open.has(operation.segmentId)) {
      const { segmentId } = operation;
      changed[i] = { op: 'text', segmentId, text: texts.get(segmentId)! };
      missing.delete(segmentId);
      open.delete(segmentId);
    } else for (const id of idsIn(operation)) if (fixesTextOf(operation, id)) open.delete(id);
  }
  for (const segmentId of missing) changed.push({ op: 'text', segmentId, text: texts.get(segmentId)! });
  return changed;
};

const idsIn = (operation: Operation): string[] => [
  ...('segmentId' in operation && operation.segmentId !== null ? [operation.segmentId] : []),
  ...('newSegmentId' in operation ? [operation.newSegmentId] : []),
];

/** The operations without the last text of a segment, which is about to be removed. */
export const withoutText = (
  operations: readonly Operation[],
  id: string,
  from: number,
): readonly Operation[] => {
  for (let i = operations.length - 1; i >= from; i--) {
    const operation = operations[i]!;
    if (operation.op === 'text' && operation.segmentId === id) return operations.toSpliced(i, 1);
    if (idsIn(operation).includes(id) && fixesTextOf(operation, id)) break;
  }
  return operations;
};

/** As the server takes them: a segment without words, which may still be typed in here, is deleted there. */
export const operationsToSend = (
  operations: readonly Operation[],
  segments: readonly EditorSegment[],
): readonly Operation[] => {
  const empty = segments.filter(isEmpty).map(({ id }) => id);
  return [
    // The texts before a split or a merge stay: those depend on them.
    ...empty.reduce((kept, id) => withoutText(kept, id, 0), operations),
    ...empty.map((segmentId): Operation => ({ op: 'delete', segmentId })),
  ];
};

/** Tells lists of operations apart (FNV-1a). */
export const digestOf = (operations: readonly Operation[]): string => {
  const text = JSON.stringify(operations);
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return `${text.length}-${(hash >>> 0).toString(36)}`;
};
