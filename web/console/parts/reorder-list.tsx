/** A list whose rows are moved by dragging their handle, or with the arrow keys on it. */
import { ActionIcon, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { lists } from '../../../strings/console/lists/en.js';
import { useOrder } from './use-order.js';
import { withValues } from './with-values.js';

interface Props<T> {
  label: string;
  rows: readonly T[];
  idOf(row: T): number;
  nameOf(row: T): string;
  children(row: T): ReactNode;
  /** Saves the ids in their new order, and reads the rows again. */
  reorder(ids: number[]): Promise<unknown>;
}

export const ReorderList = <T,>({ label, rows, idOf, nameOf, children, reorder }: Props<T>) => {
  const order = useOrder(rows.map(idOf), reorder);
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const [announced, announce] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const move = (id: number, to: number): void => {
    const place = order.move(id, to);
    if (place === undefined) return;
    const name = nameOf(byId.get(id)!);
    announce(withValues(lists.order.moved, { name, n: place + 1, total: rows.length }));
  };
  return (
    <>
      <Text size="sm" c="dimmed">
        {lists.order.hint}
      </Text>
      <Stack gap={4} ref={list} role="list" aria-label={label}>
        {order.ids.map((id, at) => (
          <Paper key={id} withBorder px="xs" py={4} role="listitem">
            <Group wrap="nowrap">
              <Handle
                name={nameOf(byId.get(id)!)}
                at={at}
                last={rows.length - 1}
                list={list}
                move={(to) => move(id, to)}
                save={order.save}
              />
              {children(byId.get(id)!)}
            </Group>
          </Paper>
        ))}
      </Stack>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </>
  );
};

interface HandleProps {
  name: string;
  /** The place of its row. */
  at: number;
  last: number;
  list: { current: HTMLDivElement | null };
  move(to: number): void;
  save(when: 'soon' | 'now'): void;
}

const Handle = ({ name, at, last, list, move, save }: HandleProps) => {
  const byKey = (event: KeyboardEvent): void => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
    save('soon');
  };
  const dragTo = (clientY: number): void => {
    const places = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const to = places.findIndex(({ top, bottom }) => clientY >= top && clientY <= bottom);
    if (to >= 0) move(to);
  };
  // The handle itself loses the pointer when its row takes another place in the document.
  const drag = (): void => {
    const dragging = new AbortController();
    const { signal } = dragging;
    const drop = (): void => {
      dragging.abort();
      save('now');
    };
    window.addEventListener('pointermove', ({ clientY }) => dragTo(clientY), { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', drop, { signal });
  };
  return (
    <ActionIcon
      variant="subtle"
      className="drag-handle"
      aria-label={withValues(lists.order.handle, { name })}
      onKeyDown={byKey}
      onPointerDown={drag}
    >
      ⠿
    </ActionIcon>
  );
};
