/** Groups the paragraphs of a text into lists, quotations and tables, for pages and components. */

interface Paragraph {
  kind: string;
  level?: number | undefined;
  number?: number | undefined;
}

export interface ParagraphGroup<P> {
  kind: 'list' | 'numberedList' | 'quote' | 'table' | 'heading' | 'break' | 'paragraph';
  /** Nesting depth of a heading, from 1. Depths are consecutive even if the text skips heading levels. */
  depth: number;
  /** Index of the group's first paragraph, from 0. */
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

/** Whether a paragraph continues the group above it. */
const goesOn = (group: GroupKind, kind: GroupKind, paragraph: Paragraph): boolean => {
  if (group === 'list' || group === 'numberedList')
    return kind === group || (paragraph.kind === 'listItem' && (paragraph.level ?? 1) > 1);
  return kind === group && (kind === 'quote' || (kind === 'table' && paragraph.kind !== 'tableHead'));
};

/** Assigns every paragraph to one group, in order. */
export const groupParagraphs = <P extends Paragraph>(paragraphs: readonly P[]): ParagraphGroup<P>[] => {
  const groups: ParagraphGroup<P>[] = [];
  /** Levels of the headings that enclose the current position. */
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
