/**
 * `npm run eval -- calibrate`: fits the probabilities in `indexer/ranking/relevance.ts` and prints them, with the
 * calibration curve on the held-out half of the queries.
 */
import {
  createSearcher,
  itemFeatures,
  leastScore,
  logAnswered,
  parseQuery,
  relevanceOf,
  type Embedder,
  type RelevanceFit,
  type RelevanceSigns,
  type SearchMode,
} from '../../indexer/index.js';
import { print, progress, table } from '../../src/cli/output.js';
import { groupBy } from '../../src/platform/lib/group.js';
import { calibrationLibraries, DECISIVE, type Group } from './calibration-groups.js';
import { calibrationError, JUDGED_FROM, renderedCurve, type Prediction } from './curve.js';
import { ACCOUNT, type EvalItem, type Library } from './library.js';
import { fitLogistic } from './logistic.js';

type Build = (name: string, items: readonly EvalItem[]) => Promise<Library>;

interface Seen extends RelevanceSigns {
  group: Group;
  relevant: ReadonlySet<string>;
  half: number;
  language: string | undefined;
  /** Name of the library. */
  library: string;
}

const MODES: SearchMode[] = ['hybrid', 'semantic', 'keyword'];
const ANSWER_RIDGE = 0.1;
const ITEM_RIDGE = 0.01;
/** Candidates further behind the best score are left out of the fit: they are most of all, and rarely relevant. */
const MAX_FITTED_GAP = 20;
/**
 * Share of the decisive questions (of natural ones, the even lines of their file) that may be classified as unanswered.
 * Lower in keyword mode, because words alone are weaker evidence.
 */
const UNANSWERED: Readonly<Record<SearchMode, number>> = { hybrid: 0.04, semantic: 0.04, keyword: 0.02 };
/**
 * Features that a mode leaves out, by index. Keyword mode leaves out the best score, which grows with the
 * library, and the gap: one chunk is often far ahead by chance, and the fit would take that for evidence.
 */
const LEFT_OUT: Readonly<Record<SearchMode, readonly number[]>> = {
  hybrid: [],
  semantic: [],
  keyword: [1, 7, 8, 9],
};

/**
 * @param root of the project
 * @param data the folder of the evaluation data, beside the sermons and talks that the model was trained on
 */
export async function calibrate(root: string, data: string, embedder: Embedder, build: Build): Promise<void> {
  const seen: Record<SearchMode, Seen[]> = { hybrid: [], semantic: [], keyword: [] };
  for (const { name, items, groups } of await calibrationLibraries(root, data)) {
    const library = await build(name, items);
    for (const mode of MODES)
      seen[mode].push(...(await look(name, library, embedder, mode, groups(library))));
  }
  for (const mode of MODES)
    report(
      mode,
      seen[mode].filter(({ group }) => mode !== 'keyword' || !group.isInLanguages),
    );
}

/** Runs all queries and records the features behind the scores. */
async function look(
  name: string,
  { index }: Library,
  embedder: Embedder,
  mode: SearchMode,
  groups: readonly Group[],
): Promise<Seen[]> {
  const seen: Seen[] = [];
  let signs: RelevanceSigns | undefined;
  const searcher = createSearcher({ index, embedder, inspect: (made) => (signs = made) });
  const bar = progress(mode);
  const count = groups.reduce((sum, { queries }) => sum + queries.length, 0);
  const filter = { accountId: ACCOUNT, publishedOnly: true };
  for (const group of groups)
    for (const [at, { text, language, relevant }] of group.queries.entries()) {
      const page = { limit: 1, offset: 0, passages: 0 };
      await searcher.search({ ...parseQuery(text), ...(language && { language }), mode, filter, ...page });
      seen.push({ ...signs!, group, relevant, half: at % 2, language, library: name });
      bar.update(seen.length, count);
    }
  bar.stop();
  return seen;
}

const dotOf = (fitted: readonly number[], x: readonly number[]): number =>
  x.reduce((sum, value, at) => sum + value * fitted[at]!, 0);

function fit(mode: SearchMode, seen: readonly Seen[]): RelevanceFit {
  const answer = fitLogistic(
    seen
      .filter(({ group, mode: used }) => group.weight > 0 && used === mode)
      .map(({ answer: x, group }) => ({ x, y: group.isAnswered, weight: group.weight })),
    ANSWER_RIDGE,
  );
  const decisive = seen
    .filter(({ group, mode: used }) => DECISIVE.includes(group.name) && group.weight > 0 && used === mode)
    .map((one) => dotOf(answer, one.answer))
    .sort((a, b) => a - b);
  const answeredFrom = decisive[Math.floor(decisive.length * UNANSWERED[mode])]!;
  const judged = seen.filter(({ group }) => group.isJudged && group.itemWeight !== 0);
  const item = fitLogistic(
    judged.flatMap(({ answer: signs, field, candidates, relevant, group: { itemWeight = 1 } }) => {
      const offset = logAnswered(signs, { answer, answeredFrom });
      const near = candidates.filter(({ score }) => field.best - score < MAX_FITTED_GAP);
      return near.map(({ itemId, score }) => ({
        x: itemFeatures(score, field).map((value, at) => (LEFT_OUT[mode].includes(at) ? 0 : value)),
        y: relevant.has(String(itemId)),
        offset,
        weight: itemWeight,
      }));
    }),
    ITEM_RIDGE,
  );
  return { answer, answeredFrom, item };
}

function predictions(seen: readonly Seen[], fitted: RelevanceFit): Prediction[] {
  return seen.flatMap(({ answer, field, candidates, relevant }) => {
    const relevance = relevanceOf(answer, field, fitted);
    return candidates.map(({ itemId, score }) => ({
      score: relevance(score),
      relevant: relevant.has(String(itemId)),
    }));
  });
}

function report(mode: SearchMode, seen: readonly Seen[]): void {
  const half = (which: number): Seen[] => seen.filter((one) => one.half === which);
  const byOtherHalf = [0, 1].map((which) => fit(mode, half(1 - which)));
  const unseen = byOtherHalf.flatMap((other, which) =>
    predictions(
      half(which).filter(({ group }) => group.isJudged),
      other,
    ),
  );
  const fitted = fit(mode, seen);
  const list = (values: readonly number[]): string =>
    values.map((value) => Number(value.toFixed(3))).join(', ');
  print(
    `${mode}: {\n  answer: [${list(fitted.answer)}],\n  answeredFrom: ${Number(fitted.answeredFrom.toFixed(3))},\n  item: [${list(fitted.item)}],\n}`,
  );
  print(renderedCurve({ [`${mode}, by the other half`]: unseen }));
  print(`calibration error from ${JUDGED_FROM}: ${calibrationError(unseen, JUDGED_FROM).toFixed(3)}`);
  print(`${silence(seen, fitted, byOtherHalf)}\n`);
}

const isSilent = ({ answer, field, candidates }: Seen, fitted: RelevanceFit): boolean => {
  const relevance = relevanceOf(answer, field, fitted);
  return !candidates.some(({ score }, at) => relevance(score) >= leastScore(at));
};

/** The number of queries without a result, per group and language. @param byOtherHalf the fits for each half */
function silence(seen: readonly Seen[], fitted: RelevanceFit, byOtherHalf: readonly RelevanceFit[]): string {
  const groups = groupBy(seen, ({ library, group, language }) =>
    [library, group.name, language].filter(Boolean).join(': '),
  );
  const rows = Array.from(groups, ([name, all]) =>
    [
      name,
      all.length,
      all.filter((one) => isSilent(one, fitted)).length,
      all.filter((one) => isSilent(one, byOtherHalf[one.half]!)).length,
    ].map(String),
  );
  return table(['group', 'queries', 'without a result', 'by the other half'], rows);
}
