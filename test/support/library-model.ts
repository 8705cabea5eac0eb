/** The rules of items, topics and collections in plain arrays: expected responses and states. */
import { nextStatus, type Report, type Request, type Status } from './item-state-table.js';

export const wizardSteps = ['basicDetails', 'artwork', 'media', 'processing', 'finalize'] as const;
export type WizardStep = (typeof wizardSteps)[number];

export interface ModelTopic {
  id: number;
  name: string;
  deleted: boolean;
}
export interface ModelItem {
  id: number;
  collection: number;
  slug: string;
  topics: number[];
  status: Status;
  step: WizardStep;
  hasTranscript: boolean;
  indexed: boolean;
  deleted: boolean;
}
export interface Model {
  /** Indexes of collections that are deleted. */
  goneCollections: Set<number>;
  /** Existing topics in order, followed by deleted ones in any order. */
  topics: ModelTopic[];
  items: ModelItem[];
}

/** The response according to the rules: a status, and the type of the error, if any. */
export interface Expected {
  status: number;
  type?: string;
}
const ok: Expected = { status: 200 };
const created: Expected = { status: 201 };
const gone: Expected = { status: 404, type: 'NotFoundError' };
const taken: Expected = { status: 409, type: 'ConflictError' };
const refused: Expected = { status: 422, type: 'InvalidStateError' };
const invalid: Expected = { status: 422, type: 'ValidationError' };

export const livingTopics = ({ topics }: Model): ModelTopic[] => topics.filter(({ deleted }) => !deleted);
export const livingItems = ({ items }: Model): ModelItem[] => items.filter(({ deleted }) => !deleted);

const inPublicIndex = (status: Status): boolean =>
  ['publishing', 'published', 'unpublishing'].includes(status);

/** `grace`, `grace-2` …: the first that no existing item of the collection has. */
const uniqueSlug = (model: Model, collection: number, wanted: string): string => {
  const used = livingItems(model).flatMap((item) => (item.collection === collection ? item.slug : []));
  for (let n = 1; ; n++) {
    const slug = n === 1 ? wanted : `${wanted}-${n}`;
    if (!used.includes(slug)) return slug;
  }
};

export const createTopic = (model: Model, name: string) => {
  if (livingTopics(model).some((topic) => topic.name.toLowerCase() === name.toLowerCase()))
    return { expected: taken };
  return {
    expected: created,
    apply: (id: number) => void model.topics.push({ id, name, deleted: false }),
  };
};

export const moveTopic = (model: Model, topic: ModelTopic, to: number) => {
  if (topic.deleted) return { expected: gone };
  return {
    expected: ok,
    apply: () => {
      const rest = livingTopics(model).filter((other) => other !== topic);
      rest.splice(to - 1, 0, topic);
      model.topics = [...rest, ...model.topics.filter(({ deleted }) => deleted)];
    },
  };
};

export const deleteTopic = (model: Model, topic: ModelTopic) => {
  if (topic.deleted) return { expected: gone };
  if (livingItems(model).some(({ topics }) => topics.includes(topic.id))) return { expected: taken };
  return { expected: ok, apply: () => void (topic.deleted = true) };
};

export const createItem = (model: Model, collection: number, slug: string, topics: readonly ModelTopic[]) => {
  if (model.goneCollections.has(collection) || topics.some(({ deleted }) => deleted))
    return { expected: invalid };
  return {
    expected: created,
    apply: (id: number) =>
      void model.items.push({
        id,
        collection,
        slug: uniqueSlug(model, collection, slug),
        topics: topics.map((topic) => topic.id),
        status: 'draft',
        step: 'basicDetails',
        hasTranscript: false,
        indexed: false,
        deleted: false,
      }),
  };
};

export const setTopics = (item: ModelItem, topics: readonly ModelTopic[]) => {
  if (item.deleted) return { expected: gone };
  if (topics.some(({ deleted }) => deleted)) return { expected: invalid };
  return { expected: ok, apply: () => void (item.topics = topics.map(({ id }) => id)) };
};

export const deleteItem = (item: ModelItem) => {
  if (item.deleted) return { expected: gone };
  return {
    expected: ok,
    apply: () => {
      item.deleted = true;
      if (inPublicIndex(item.status)) item.status = 'unpublished';
    },
  };
};

export const restoreItem = (model: Model, item: ModelItem) => {
  if (!item.deleted) return { expected: refused };
  if (model.goneCollections.has(item.collection)) return { expected: taken };
  return {
    expected: ok,
    apply: () => {
      item.slug = uniqueSlug(model, item.collection, item.slug);
      item.deleted = false;
      if (item.status === 'processing') item.status = 'queued';
    },
  };
};

export const putTranscript = (item: ModelItem) => {
  if (item.deleted) return { expected: gone };
  return {
    expected: ok,
    apply: () => {
      item.hasTranscript = true;
      move(item, 'process');
    },
  };
};

const move = (item: ModelItem, event: Request | Report): void => {
  item.status = nextStatus(item.status, event) ?? item.status;
};

export const request = (item: ModelItem, event: Request) => {
  if (item.deleted) return { expected: gone };
  const lacks = event === 'process' ? !item.hasTranscript : event === 'publish' && !item.indexed;
  if (!nextStatus(item.status, event) || lacks) return { expected: refused };
  return { expected: ok, apply: () => move(item, event) };
};

/** The worker's report; nothing if the state does not wait for it. */
export const report = (item: ModelItem, event: Report): boolean => {
  if (item.deleted || !nextStatus(item.status, event)) return false;
  move(item, event);
  if (event === 'finish') Object.assign(item, { indexed: true, step: 'finalize' });
  return true;
};

export const enterStep = (item: ModelItem, step: WizardStep) => {
  if (item.deleted) return { expected: gone };
  const [from, to] = [wizardSteps.indexOf(item.step), wizardSteps.indexOf(step)];
  const enter = { expected: ok, apply: () => void (item.step = step) };
  if (from === to) return enter;
  if (to > from + 1) return { expected: refused };
  if (step === 'finalize' && !['ready', 'unpublished'].includes(item.status) && !inPublicIndex(item.status))
    return { expected: refused };
  if (step !== 'processing' || ['queued', 'processing'].includes(item.status)) return enter;
  const processing = request(item, 'process');
  if (!processing.apply) return processing;
  return {
    expected: ok,
    apply: () => {
      processing.apply();
      item.step = step;
    },
  };
};

export const deleteCollection = (model: Model, collection: number) => {
  if (model.goneCollections.has(collection)) return { expected: gone };
  if (livingItems(model).some((item) => item.collection === collection)) return { expected: taken };
  return { expected: ok, apply: () => void model.goneCollections.add(collection) };
};
