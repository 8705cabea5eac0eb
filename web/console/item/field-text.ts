/** Values of an item's fields as people read them, with names for ids. */
import { en } from '../../../strings/console/en.js';
import { itemTexts } from '../../../strings/console/item/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { dateOf, timeOf } from '../parts/dates.js';
import { languageName } from '../parts/language-name.js';
import { useCollections, useSeries, useSpeakers, useTopics } from '../parts/lookups.js';

const LABELS: Readonly<Partial<Record<string, string>>> = { ...itemTexts.fields, ...en.fields };

export const fieldLabel = (field: string): string => LABELS[field] ?? field;

const TIMES: readonly string[] = ['publishAt', 'unpublishAt', 'deletedDate', 'publishedDate'];

/** @returns the text of a value of a field */
export const useFieldText = ({
  collectionId,
  speakers: chosen = [],
  topics: ofItem = [],
}: Schemas['Item']): ((field: string, value: unknown) => string) => {
  const { person } = useAccount();
  const names = {
    collectionId: new Map((useCollections().data ?? []).map(({ id, name }) => [id, name])),
    seriesId: new Map((useSeries(collectionId).data ?? []).map(({ id, title }) => [id, title])),
    speakers: namesOf([...(useSpeakers().data ?? []), ...chosen]),
    topics: namesOf([...(useTopics().data ?? []), ...ofItem]),
  };
  const nameOf = (field: string, id: unknown): string =>
    names[field as keyof typeof names].get(Number(id)) ?? `#${Number(id)}`;
  return (field, value) => {
    if (value === null || value === undefined || value === '') return itemTexts.empty;
    if (Array.isArray(value)) return listText(field, value, nameOf);
    if (field in names) return nameOf(field, value);
    if (typeof value === 'boolean') return value ? itemTexts.yes : itemTexts.no;
    if (typeof value !== 'string') return JSON.stringify(value);
    if (field === 'date') return dateOf(value);
    if (field === 'language') return languageName(value);
    if (field === 'status') return en.statuses[value as Schemas['Item']['status']];
    return TIMES.includes(field) ? timeOf(value, person.timeZone) : value;
  };
};

const listText = (
  field: string,
  list: readonly unknown[],
  nameOf: (field: string, id: unknown) => string,
): string =>
  list.length === 0
    ? itemTexts.empty
    : list
        .map((one) => nameOf(field, typeof one === 'object' && one ? (one as { id: number }).id : one))
        .join(', ');

/** What is being saved may lack its name. */
const namesOf = (records: readonly { id: number; name?: string }[]): Map<number, string> =>
  new Map(records.flatMap(({ id, name }) => (name ? [[id, name] as const] : [])));
