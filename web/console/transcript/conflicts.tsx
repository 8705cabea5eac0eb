/** Segments that somebody else has changed too, since this draft was begun: both texts, and which of them stays. */
import { Alert, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import type { Schemas } from '../api/account.js';
import { clockOf } from '../parts/dates.js';
import { withValues } from '../parts/with-values.js';
import type { SegmentConflict } from './draft-api.js';
import type { Draft } from './use-draft.js';

type Decided = Pick<Draft, 'conflicts' | 'decisions' | 'decide' | 'decideLater'>;

/** @param author of a draft that is somebody else's */
export const Conflicts = ({ draft, author }: { draft: Decided; author?: string }) => {
  const { conflicts, decisions, decide, decideLater } = draft;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const left = conflicts.filter(({ segmentId }) => !decisions.has(segmentId)).length;
  return (
    <Stack component="section" aria-labelledby="conflicts">
      <Title order={2} size="h4" id="conflicts" tabIndex={-1} ref={heading}>
        {transcriptTexts.conflicts}
      </Title>
      <Alert color="orange">{transcriptTexts.conflictsText}</Alert>
      {conflicts.map((conflict) => (
        <Conflict
          key={conflict.segmentId}
          conflict={conflict}
          author={author}
          decision={decisions.get(conflict.segmentId)}
          decide={(use) => decide(conflict.segmentId, use)}
        />
      ))}
      <Group>
        <Text size="sm" role="status">
          {left > 0 ? withValues(transcriptTexts.undecided, { n: left }) : transcriptTexts.allDecided}
        </Text>
        <Button variant="default" size="compact-sm" onClick={decideLater}>
          {transcriptTexts.decideLater}
        </Button>
      </Group>
    </Stack>
  );
};

const Conflict = ({
  conflict: { base, theirs, yours },
  author,
  decision,
  decide,
}: {
  conflict: SegmentConflict;
  author: string | undefined;
  decision: 'theirs' | 'yours' | undefined;
  decide: (use: 'theirs' | 'yours') => void;
}) => {
  const labels =
    author === undefined
      ? { yours: transcriptTexts.keepMine, theirs: transcriptTexts.keepTheirs }
      : { yours: transcriptTexts.keepDraft, theirs: transcriptTexts.keepTranscript };
  const startMs = (yours ?? theirs ?? base)?.startMs ?? null;
  const side = (use: 'theirs' | 'yours', label: string, segment: Schemas['Segment'] | null) => (
    <Side label={label} segment={segment} isChosen={decision === use}>
      <Button
        size="compact-sm"
        variant={decision === use ? 'filled' : 'default'}
        aria-pressed={decision === use}
        onClick={() => decide(use)}
      >
        {labels[use]}
      </Button>
    </Side>
  );
  return (
    <Paper
      withBorder
      p="sm"
      role="group"
      aria-label={withValues(transcriptTexts.conflictAt, { time: startMs === null ? '' : clockOf(startMs) })}
    >
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          {startMs !== null && clockOf(startMs)}
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Side label={transcriptTexts.before} segment={base} isChosen={false} />
          {side('yours', author ?? transcriptTexts.mine, yours)}
          {side('theirs', author === undefined ? transcriptTexts.theirs : transcriptTexts.now, theirs)}
        </SimpleGrid>
      </Stack>
    </Paper>
  );
};

const Side = ({
  label,
  segment,
  isChosen,
  children,
}: {
  label: string;
  segment: Schemas['Segment'] | null;
  isChosen: boolean;
  children?: ReactNode;
}) => (
  <Stack gap={4} align="start">
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    {segment && segment.speaker !== null && (
      <Text size="sm" fw={600}>
        {segment.speaker}
      </Text>
    )}
    <Text fw={isChosen ? 600 : undefined} dir="auto">
      {segment ? segment.text : transcriptTexts.removedSegment}
    </Text>
    {children}
  </Stack>
);
