/** A talk that a search finds, or does not: its passages, what its score consists of, and what can be done about it. */
import { Anchor, Badge, Blockquote, Button, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { desk } from '../../../strings/console/search-admin/en.js';
import { useAccount, type Schemas } from '../api/account.js';
import { clockOf } from '../parts/dates.js';
import { withValues } from '../parts/with-values.js';
import { useRules } from './use-rules.js';

/** A result, with the shown fields of its passages only. */
export type Result = Omit<Schemas['ExplainedResult'], 'passages'> & {
  passages: readonly { text: string; startMs: number | null }[];
};

interface Props {
  result: Result;
  query: string;
}

const SHOWN_PASSAGES = 2;

/** `+1.25`, `−0.40`: nats of log-odds. */
const contributionOf = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`;

export const ExplainedTalk = ({ result, query }: Props) => {
  const { shortName } = useAccount();
  const { item, rank, score, pinned, missing, passages } = result;
  return (
    <Paper withBorder p="md" component="article" aria-label={item.title}>
      <Stack gap="xs">
        <Group justify="space-between">
          <Anchor component={Link} to={`/a/${shortName}/items/${item.id}`} fw={600}>
            {rank === null ? item.title : `${rank}. ${item.title}`}
          </Anchor>
          <Group gap="xs">
            {pinned && (
              <Badge variant="light" tt="none">
                {desk.pinned}
              </Badge>
            )}
            <Text size="sm" c="dimmed">
              {withValues(desk.score, { score: score.toPrecision(2) })}
            </Text>
          </Group>
        </Group>
        {missing && <Text size="sm">{missing.message}</Text>}
        {passages.slice(0, SHOWN_PASSAGES).map(({ text, startMs }, at) => (
          <Blockquote key={at} p="xs" fz="sm">
            {startMs === null ? text : `${clockOf(startMs)} ${text}`}
          </Blockquote>
        ))}
        <Signals result={result} />
        <Actions result={result} query={query} />
      </Stack>
    </Paper>
  );
};

const Signals = ({ result: { signals } }: Pick<Props, 'result'>) =>
  signals.length > 0 && (
    <details>
      <summary>{desk.signals}</summary>
      <Table>
        <Table.Tbody>
          {signals.map(({ name, contribution }) => (
            <Table.Tr key={name}>
              <Table.Th fw={400}>{desk.signalNames[name]}</Table.Th>
              <Table.Td ta="right" data-signal={name} data-value={contribution}>
                {contributionOf(contribution)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );

const Actions = ({ result: { item, rank, pinned }, query }: Props) => {
  const { may } = useAccount();
  const rules = useRules(query);
  if (!may('content:write')) return null;
  const { title } = item;
  return (
    <Group gap="xs">
      {!pinned && (
        <Button
          variant="default"
          size="compact-sm"
          loading={rules.isRunning}
          aria-label={withValues(desk.pinFirstOf, { title })}
          onClick={() => void rules.pin(item)}
        >
          {desk.pinFirst}
        </Button>
      )}
      {rank !== null && (
        <Button
          variant="default"
          size="compact-sm"
          loading={rules.isRunning}
          aria-label={withValues(desk.hideOf, { title })}
          onClick={() => void rules.hide(item)}
        >
          {desk.hide}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-sm"
        loading={rules.isRunning}
        aria-label={withValues(desk.checkOf, { title })}
        onClick={() => void rules.check(item, rank)}
      >
        {desk.check}
      </Button>
    </Group>
  );
};
