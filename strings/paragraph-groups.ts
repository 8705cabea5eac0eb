/** How the paragraphs of a text stand together, on pages and in the components: as lists, quotations and tables. */

interface Paragraph {
  kind: string;
  level?: number | undefined;
  number?: number | undefined;
}

export interface ParagraphGroup<P> {
  kind: 'list' | 'numberedList' | 'quote' | 'table' | 'heading' | 'break' | 'paragraph';
  /** Of a heading: under how many others it stands, from 1. None is skipped, whichever levels the text skips. */
  depth: number;
  /** The place of the first among all paragraphs, from 0. */
  from: number;
  paragraphs: P[];
}

type GroupKind = ParagraphGroup<unknown>['kind'];

const groupKindOf = ({ kind, number }: Paragraph): GroupKind => {
  switch (kind) {
    case 'listItem':
      return number === undefined ? 'list' : 'numberedList';
    case 'tableHead':
    case 'tableRow':
      return 'table';
    case 'quote':
    case 'heading':
    case 'break':
      return kind;
    default:
      return 'paragraph';
  }
};

/** Whether a paragraph belongs to the group above it. */
const goesOn = (group: GroupKind, kind: GroupKind, paragraph: Paragraph): boolean => {
  if (group === 'list' || group === 'numberedList')
    return kind === group || (paragraph.kind === 'listItem' && (paragraph.level ?? 1) > 1);
  return kind === group && (kind === 'quote' || (kind === 'table' && paragraph.kind !== 'tableHead'));
};

/** All paragraphs in their order, each in one group. */
export const groupParagraphs = <P extends Paragraph>(paragraphs: readonly P[]): ParagraphGroup<P>[] => {
  const groups: ParagraphGroup<P>[] = [];
  /** Levels of the headings above. */
  const above: number[] = [];
  for (const [from, paragraph] of paragraphs.entries()) {
    const kind = groupKindOf(paragraph);
    const last = groups.at(-1);
    if (last && goesOn(last.kind, kind, paragraph)) {
      last.paragraphs.push(paragraph);
      continue;
    }
    if (kind === 'heading') {
      const { level = 1 } = paragraph;
      while (above.length > 0 && level <= above.at(-1)!) above.pop();
      above.push(level);
    }
    groups.push({ kind, depth: above.length, from, paragraphs: [paragraph] });
  }
  return groups;
};
