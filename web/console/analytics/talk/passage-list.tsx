/** What is said in each part of a talk, with a bar for the share that listens. */
import { Text, Title, UnstyledButton } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { talkAnalytics } from '../../../../strings/console/analytics/talk.js';
import { clockOf } from '../../parts/dates.js';
import { withValues } from '../../parts/with-values.js';
import { countOf, percentOf } from '../numbers.js';
import { placeText } from './audience-curve.js';
import type { Passage } from './passages.js';
import styles from './talk.module.css';

interface Props {
  passages: readonly Passage[];
  marked: number | null;
  mark(at: number): void;
}

export const PassageList = ({ passages, marked, mark }: Props) => {
  const list = useRef<HTMLOListElement>(null);
  /** Whether the list itself has marked the passage: what is under the pointer must not move away from it. */
  const isOwn = useRef(false);
  const markHere = (at: number): void => {
    isOwn.current = true;
    mark(at);
  };
  useEffect(() => {
    const row = list.current?.children[marked ?? -1];
    if (!isOwn.current && row instanceof HTMLElement && list.current) {
      const { offsetTop, offsetHeight } = row;
      const { clientHeight } = list.current;
      list.current.scrollTop = offsetTop - (clientHeight - offsetHeight) / 2;
    }
    isOwn.current = false;
  }, [marked]);
  return (
    <ol ref={list} className={styles.passages} aria-label={talkAnalytics.transcript}>
      {passages.map((passage, at) => (
        <li
          key={passage.part}
          data-part={passage.part}
          data-marked={at === marked}
          className={styles.passage}
          onMouseEnter={() => markHere(at)}
        >
          {passage.chapters.map((title) => (
            <Title key={title} order={3} size="h6">
              {title}
            </Title>
          ))}
          <div className={styles.share} aria-hidden>
            <div style={{ inlineSize: `${passage.share * 100}%` }} />
          </div>
          <Text size="xs" c="dimmed" component="div">
            <UnstyledButton
              fz="inherit"
              td="underline"
              aria-label={placeText(passage)}
              aria-current={at === marked}
              onFocus={() => markHere(at)}
              onClick={() => markHere(at)}
            >
              {clockOf(passage.fromSeconds * 1000)}
            </UnstyledButton>
            {` · ${withValues(talkAnalytics.share, { share: percentOf(passage.share) })}`}
            {passage.repeats > 0 &&
              ` · ${withValues(talkAnalytics.repeats, { n: countOf(passage.repeats) })}`}
          </Text>
          <Text size="sm" className="wraps">
            {passage.text}
          </Text>
        </li>
      ))}
    </ol>
  );
};
