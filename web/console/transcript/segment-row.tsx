/** A segment of the transcript: its time, who speaks, and its text. */
import { memo, useRef, useSyncExternalStore, type ChangeEvent } from 'react';
import { useDebouncedCallback } from '@mantine/hooks';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import { clockOf } from '../parts/dates.js';
import { withValues } from '../parts/with-values.js';
import { correctedName } from './corrected-name.js';
import { oneLine } from './edits.js';
import { useEditor, useStore } from './editor.js';
import { findHits } from './find.js';
import { markAfterPaint } from './paint-mark.js';
import { onSegmentKey, enterText } from './segment-keys.js';
import { uncertainWords, type EditorSegment } from './segments.js';
import { useValue } from '../parts/value.js';
import styles from './transcript.module.css';

/** A name that was typed is looked for elsewhere after such a pause. */
const PAUSE_MS = 1_200;

export const SegmentRow = memo(function SegmentRow({ id, index }: { id: string; index: number }) {
  const { sound } = useEditor();
  const segment = useStore((store) => store.segment(id));
  const isCurrent = useSyncExternalStore(sound.current.subscribe, () => sound.current.get() === id);
  if (!segment) return null;
  return (
    <div className={`${styles.row} ${segment.heading ? styles.heading : ''}`} data-current={isCurrent}>
      <StartTime startMs={segment.startMs} />
      <SpeakerOf id={id} speaker={segment.speaker} number={index + 1} />
      <SegmentText segment={segment} number={index + 1} isCurrent={isCurrent} />
    </div>
  );
});

const StartTime = memo(function StartTime({ startMs }: { startMs: number | null }) {
  const { sound } = useEditor();
  if (startMs === null) return <span />;
  const time = clockOf(startMs);
  return (
    <button
      type="button"
      className={styles.time}
      aria-label={withValues(transcriptTexts.playFrom, { time })}
      onClick={() => sound.playFrom(startMs)}
    >
      {time}
    </button>
  );
});

/** A native select, because hundreds of menus would make the list slow. */
const SpeakerOf = memo(function SpeakerOf({
  id,
  speaker,
  number,
}: Pick<EditorSegment, 'id' | 'speaker'> & { number: number }) {
  const { store, speakers, readOnly } = useEditor();
  const names = useValue(speakers);
  const label = withValues(transcriptTexts.speakerOf, { n: number });
  // A name that was undone is not among them any more.
  const all = speaker === null || names.includes(speaker) ? names : [...names, speaker];
  return (
    <select
      className={styles.speaker}
      aria-label={label}
      title={speaker ?? undefined}
      value={speaker ?? ''}
      disabled={readOnly}
      onChange={({ currentTarget: { value } }) => store.setSpeaker(id, value || null)}
    >
      <option value="">{transcriptTexts.noSpeaker}</option>
      {all.map((name, i) => (
        <option key={name} value={name}>
          {i < 9 ? `${i + 1} ${name}` : name}
        </option>
      ))}
    </select>
  );
});

const SegmentText = ({
  segment,
  number,
  isCurrent,
}: {
  segment: EditorSegment;
  number: number;
  isCurrent: boolean;
}) => {
  const editor = useEditor();
  const { id, text, words } = segment;
  const pressedAt = useRef(0);
  const visit = useVisit(id);
  const uncertain = uncertainWords(words);
  const change = ({ currentTarget: field }: ChangeEvent<HTMLTextAreaElement>): void => {
    const { value, selectionStart } = field;
    const line = oneLine(value);
    editor.typedAt.ms = performance.now();
    editor.store.type(id, line);
    visit.changed();
    // React sets the whole text, which would put the caret at its end.
    if (line !== value) {
      const at = oneLine(value.slice(0, selectionStart)).length;
      requestAnimationFrame(() => field.setSelectionRange(at, at));
    }
    markAfterPaint(pressedAt.current);
  };
  return (
    <div className={styles.text}>
      <div className={styles.mirror} aria-hidden dir="auto">
        <Marked text={text} uncertain={uncertain} />
      </div>
      <textarea
        className={styles.field}
        dir="auto"
        rows={1}
        spellCheck
        value={text}
        readOnly={editor.readOnly}
        aria-label={withValues(transcriptTexts.segment, { n: number })}
        aria-current={isCurrent || undefined}
        aria-description={
          uncertain.length > 0
            ? withValues(transcriptTexts.uncertain, {
                words: uncertain.map(({ start, end }) => text.slice(start, end)).join(', '),
              })
            : undefined
        }
        onChange={change}
        onKeyDown={(event) => {
          pressedAt.current = event.timeStamp;
          onSegmentKey(event, segment, editor);
        }}
        onFocus={() => {
          enterText();
          visit.begin();
        }}
        onBlur={({ currentTarget }) => {
          editor.lastCaret = { id, at: currentTarget.selectionEnd };
          visit.end();
        }}
      />
    </div>
  );
};

/** The text with its uncertain words marked; it lies under the field. */
const Marked = ({ text, uncertain }: { text: string; uncertain: ReturnType<typeof uncertainWords> }) => {
  const ends = [0, ...uncertain.map(({ end }) => end)];
  return (
    <>
      {uncertain.map(({ start, end }, i) => (
        <span key={start}>
          {text.slice(ends[i], start)}
          <mark className={styles.uncertain}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
};

/** Compares the text with what it was when the caret came: a name that was corrected is offered elsewhere too. */
const useVisit = (id: string) => {
  const { store, sound, correction } = useEditor();
  const former = useRef<string | null>(null);
  const compare = (): void => {
    const segment = store.segment(id);
    const found = segment && former.current !== null && correctedName(former.current, segment.text);
    if (!found) return;
    const search = { find: found.from, replaceWith: found.to, wholeWords: true, matchCase: true };
    if (findHits(store.transcript().segments, search).length > 0) correction.set(found);
  };
  const compareSoon = useDebouncedCallback(compare, PAUSE_MS);
  return {
    begin: () => {
      const segment = store.segment(id);
      former.current = segment?.text ?? null;
      // While nothing plays, the sound waits where the caret is.
      if (!sound.isPlaying.get() && sound.current.get() !== id) sound.seek(segment?.startMs ?? null);
    },
    changed: compareSoon,
    end: compare,
  };
};
