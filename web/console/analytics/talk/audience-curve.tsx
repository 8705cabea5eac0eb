/** The share of plays that reach each part of a talk, as a curve. Pointers and keys mark a place in it. */
import { Text } from '@mantine/core';
import type { PointerEvent } from 'react';
import { talkAnalytics } from '../../../../strings/console/analytics/talk.js';
import { clockOf } from '../../parts/dates.js';
import { withValues } from '../../parts/with-values.js';
import { countOf, percentOf } from '../numbers.js';
import type { AudiencePart, Passage } from './passages.js';
import styles from './talk.module.css';

interface Props {
  passages: readonly Passage[];
  /** Audience in the previous period. */
  previous: readonly AudiencePart[] | undefined;
  /** Index of the marked passage; null for none. */
  marked: number | null;
  mark(at: number): void;
}

const HEIGHT = 100;
/** Height of the bars below the curve, which show what is played again. */
const BARS = 25;

/** A step for each part. */
const stepsOf = (parts: readonly AudiencePart[]): string =>
  parts.map(({ share }, at) => `${at},${HEIGHT * (1 - share)} ${at + 1},${HEIGHT * (1 - share)}`).join(' ');

export const placeText = ({ fromSeconds, share, repeats }: Passage): string =>
  withValues(talkAnalytics.placeText, {
    time: clockOf(fromSeconds * 1000),
    share: percentOf(share),
    n: countOf(repeats),
  });

export const AudienceCurve = ({ passages, previous, marked, mark }: Props) => {
  const parts = passages.length;
  const mostRepeats = Math.max(1, ...passages.map(({ repeats }) => repeats));
  const follow = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const at = Math.floor(((clientX - left) / width) * parts);
    if (at >= 0 && at < parts) mark(at);
  };
  const shown = passages[marked ?? 0];
  return (
    <div>
      <svg
        viewBox={`0 0 ${parts} ${HEIGHT + BARS}`}
        preserveAspectRatio="none"
        className={styles.curve}
        onPointerMove={follow}
        onPointerDown={follow}
        aria-hidden
      >
        <polygon points={`0,${HEIGHT} ${stepsOf(passages)} ${parts},${HEIGHT}`} className={styles.area} />
        <polyline points={stepsOf(passages)} className={styles.line} vectorEffect="non-scaling-stroke" />
        {previous && (
          <polyline
            points={stepsOf(previous)}
            className={styles.previous}
            vectorEffect="non-scaling-stroke"
          />
        )}
        {passages.map(({ part, repeats }, at) => (
          <rect
            key={part}
            x={at}
            width={1}
            y={HEIGHT + 2}
            height={(repeats / mostRepeats) * (BARS - 2)}
            className={styles.repeats}
          />
        ))}
        {marked !== null && (
          <rect x={marked} width={1} y={0} height={HEIGHT + BARS} className={styles.marked} />
        )}
      </svg>
      <input
        type="range"
        className={`${styles.place} screen-only`}
        aria-label={talkAnalytics.place}
        min={0}
        max={parts - 1}
        value={marked ?? 0}
        aria-valuetext={shown && placeText(shown)}
        onFocus={() => mark(marked ?? 0)}
        onChange={({ currentTarget: { value } }) => mark(Number(value))}
      />
      <Text size="sm" mih="1.5rem" data-place>
        {marked !== null && shown && placeText(shown)}
      </Text>
    </div>
  );
};
