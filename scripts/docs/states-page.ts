/** docs/states.md: the states of an item, from the table that the service works by. */
import { transitions, type ItemEvent } from '../../src/content/items/item-states.js';
import { itemStatuses, wizardSteps, type ItemStatus } from '../../src/content/records/item.record.js';

/** Events that a request to the API sets off; the others are the indexer's reports. */
const requests: ReadonlySet<ItemEvent> = new Set(['process', 'publish', 'unpublish']);

const moves = (): { event: ItemEvent; from: ItemStatus; to: ItemStatus }[] =>
  (Object.keys(transitions) as ItemEvent[]).flatMap((event) =>
    (Object.entries(transitions[event]) as [ItemStatus, ItemStatus][]).map(([from, to]) => ({
      event,
      from,
      to,
    })),
  );

const table = (): string => {
  const rows = itemStatuses.map((from) => {
    const out = moves().filter((move) => move.from === from);
    const told = (asked: boolean): string =>
      out
        .filter(({ event }) => requests.has(event) === asked)
        .map(({ event, to }) => `${event} → ${to}`)
        .join(', ') || '–';
    return `| ${from} | ${told(true)} | ${told(false)} |`;
  });
  return ['| State | By request | By the indexer |', '| --- | --- | --- |', ...rows].join('\n');
};

/** The page as Markdown with a Mermaid diagram. */
export const statesPage = (): string =>
  `${[
    '# The states of an item',
    '<!-- Made by `npm run docs:api` from src/items/item-states.ts. -->',
    [
      '```mermaid',
      'stateDiagram-v2',
      '  [*] --> draft',
      ...moves().map(({ event, from, to }) => `  ${from} --> ${to}: ${event}`),
      '```',
    ].join('\n'),
    'A request that the table does not name is answered with 422 InvalidStateError, which says the state and what is allowed.',
    table(),
    `The wizard's steps are ${wizardSteps.join(', ')}: one forward or any number back. Into \`processing\` it needs a transcript or an uploaded media asset, ` +
      'into `finalize` an item that is ready or later.',
  ].join('\n\n')}\n`;
