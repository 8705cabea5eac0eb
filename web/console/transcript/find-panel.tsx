/** Find and replace: each place with what it becomes, and a box to leave it as it is. */
import { Button, Checkbox, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import { clockOf } from '../parts/dates.js';
import { withValues } from '../parts/with-values.js';
import { useEditor, useStore, type Editor } from './editor.js';
import { findHits, replacedTexts, type Hit, type Search } from './find.js';
import { focusCaret } from './focus-caret.js';
import { useValue } from '../parts/value.js';
import styles from './transcript.module.css';

export const NEW_SEARCH: Search = { find: '', replaceWith: '', wholeWords: true, matchCase: false };
const HIT_PX = 56;
const OVERSCAN = 4;

const FIELD = 'transcript-find';

/** Opens the panel with a search, and puts the caret into it. */
export const openSearch = ({ search }: Editor, sought: Search): void => {
  search.set(sought);
  flushSync(() => undefined);
  const field = document.getElementById(FIELD);
  if (field instanceof HTMLInputElement) field.select();
};

export const FindPanel = () => {
  const search = useValue(useEditor().search);
  return search && <OpenPanel search={search} />;
};

const OpenPanel = ({ search }: { search: Search }) => {
  const editor = useEditor();
  const segments = useDeferredValue(useStore((store) => store.transcript().segments));
  const sought = useDeferredValue(search);
  const hits = useMemo(() => findHits(segments, sought), [segments, sought]);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [replaced, setReplaced] = useState<number | null>(null);
  const chosen = hits.filter(({ key }) => !left.has(key));
  const change = (changes: Partial<Search>): void => {
    setReplaced(null);
    editor.search.set({ ...search, ...changes });
  };
  const replace = (): void => {
    const current = findHits(editor.store.transcript().segments, search).filter(({ key }) => !left.has(key));
    editor.store.replace(replacedTexts(editor.store.transcript().segments, current, search.replaceWith));
    setReplaced(current.length);
  };
  const close = (): void => {
    editor.search.set(null);
    focusCaret(editor, editor.lastCaret);
  };
  const toggle = (key: string): void =>
    setLeft(
      (former) => new Set(former.has(key) ? [...former].filter((one) => one !== key) : [...former, key]),
    );
  return (
    <Stack
      gap="xs"
      component="section"
      aria-label={transcriptTexts.findAndReplace}
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <Group align="end" gap="sm">
        <TextInput
          id={FIELD}
          label={transcriptTexts.find}
          value={search.find}
          flex="1 1 10rem"
          onChange={({ currentTarget: { value } }) => change({ find: value })}
        />
        {!editor.readOnly && (
          <>
            <TextInput
              label={transcriptTexts.replaceWith}
              value={search.replaceWith}
              flex="1 1 10rem"
              onChange={({ currentTarget: { value } }) => change({ replaceWith: value })}
            />
            <Button onClick={replace} disabled={chosen.length === 0 || search.find.trim() === ''}>
              {withValues(search.replaceWith === '' ? transcriptTexts.remove : transcriptTexts.replace, {
                n: chosen.length,
              })}
            </Button>
          </>
        )}
        <CloseButton aria-label={transcriptTexts.closeFind} onClick={close} />
      </Group>
      <Group gap="md">
        <Checkbox
          label={transcriptTexts.wholeWords}
          checked={search.wholeWords}
          onChange={({ currentTarget: { checked } }) => change({ wholeWords: checked })}
        />
        <Checkbox
          label={transcriptTexts.matchCase}
          checked={search.matchCase}
          onChange={({ currentTarget: { checked } }) => change({ matchCase: checked })}
        />
        <Text size="sm" role="status">
          {replaced === null
            ? search.find.trim() !== '' && withValues(transcriptTexts.places, { n: hits.length })
            : withValues(transcriptTexts.replaced, { n: replaced })}
        </Text>
      </Group>
      {hits.length > 0 && <Hits hits={hits} left={left} toggle={toggle} search={search} />}
    </Stack>
  );
};

const Hits = ({
  hits,
  left,
  toggle,
  search,
}: {
  hits: readonly Hit[];
  left: ReadonlySet<string>;
  toggle: (key: string) => void;
  search: Search;
}) => {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: hits.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => HIT_PX,
    getItemKey: (index) => hits[index]!.key,
    overscan: OVERSCAN,
  });
  return (
    <div ref={scroller} className={styles.hits} tabIndex={0} role="group" aria-label={transcriptTexts.hits}>
      <div style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            className={styles.hit}
            style={{ transform: `translateY(${start}px)` }}
          >
            <HitRow
              hit={hits[index]!}
              replaceWith={search.replaceWith}
              isChosen={!left.has(hits[index]!.key)}
              toggle={toggle}
            />
          </div>
        ))}
      </div>
    </div>
  );
};

const HitRow = ({
  hit,
  replaceWith,
  isChosen,
  toggle,
}: {
  hit: Hit;
  replaceWith: string;
  isChosen: boolean;
  toggle: (key: string) => void;
}) => {
  const editor = useEditor();
  const { key, id, startMs, end, before, found, after } = hit;
  const place =
    startMs === null
      ? withValues(transcriptTexts.segment, { n: editor.store.indexOf(id) + 1 })
      : clockOf(startMs);
  const preview = (
    <>
      {before}
      {isChosen && replaceWith !== '' ? (
        <>
          <del className={styles.removed}>{found}</del> <ins className={styles.added}>{replaceWith}</ins>
        </>
      ) : (
        <mark>{found}</mark>
      )}
      {after}
    </>
  );
  return (
    <Group wrap="nowrap" gap="xs" align="start" py={4}>
      <button
        type="button"
        className={styles.time}
        aria-label={withValues(transcriptTexts.showPlace, { place })}
        onClick={() => focusCaret(editor, { id, at: end })}
      >
        {place}
      </button>
      {editor.readOnly ? (
        <Text size="sm">{preview}</Text>
      ) : (
        <Checkbox label={preview} checked={isChosen} onChange={() => toggle(key)} />
      )}
    </Group>
  );
};
