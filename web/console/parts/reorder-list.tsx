/** A list whose rows are moved by dragging their handle, or with the arrow keys on it. */
import { ActionIcon, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { lists } from '../../../strings/console/lists/en.js';
import { withValues } from './with-values.js';

/** After the last key, so that a row that is moved five places is saved once. */
const PAUSE_MS = 900;

interface Props<T> {
  label: string;
  rows: readonly T[];
  idOf(row: T): number;
  nameOf(row: T): string;
  children(row: T): ReactNode;
  /** Gets the ids in their new order. */
  reorder(ids: number[]): void;
}

/** The row at `from` moves to `to`. */
const moved = (order: readonly number[], from: number, to: number): number[] => {
  const others = order.filter((_, at) => at !== from);
  return [...others.slice(0, to), order[from]!, ...others.slice(to)];
};

export const ReorderList = <T,>({ label, rows, idOf, nameOf, children, reorder }: Props<T>) => {
  const given = rows.map(idOf);
  const [edited, setEdited] = useState<{ base: string; order: number[] } | null>(null);
  // What was moved counts until the server returns other rows.
  const order = edited?.base === given.join() ? edited.order : given;
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const [announced, announce] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const dragged = useRef<number | null>(null);

  const move = (id: number, to: number): number[] => {
    const from = order.indexOf(id);
    if (to < 0 || to >= order.length || to === from) return order;
    const next = moved(order, from, to);
    setEdited({ base: given.join(), order: next });
    const name = nameOf(byId.get(id)!);
    announce(withValues(lists.order.moved, { name, n: to + 1, total: order.length }));
    return next;
  };
  const byKey = (event: KeyboardEvent, id: number): void => {
    const at = order.indexOf(id);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: order.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = move(id, to);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => reorder(next), PAUSE_MS);
  };
  const drag = (event: PointerEvent): void => {
    if (dragged.current === null) return;
    const places = [...(list.current?.children ?? [])].map((row) => row.getBoundingClientRect());
    const to = places.findIndex(({ top, bottom }) => event.clientY >= top && event.clientY <= bottom);
    if (to >= 0) move(dragged.current, to);
  };
  const drop = (): void => {
    if (dragged.current !== null && order.join() !== given.join()) reorder([...order]);
    dragged.current = null;
  };
  return (
    <>
      <Text size="sm" c="dimmed">
        {lists.order.hint}
      </Text>
      <Stack gap={4} ref={list} role="list" aria-label={label}>
        {order.map((id) => {
          const row = byId.get(id);
          return (
            row && (
              <Paper key={id} withBorder px="xs" py={4} role="listitem">
                <Group wrap="nowrap">
                  <ActionIcon
                    variant="subtle"
                    className="drag-handle"
                    aria-label={withValues(lists.order.handle, { name: nameOf(row) })}
                    onKeyDown={(event) => byKey(event, id)}
                    onPointerDown={(event) => {
                      dragged.current = id;
                      event.currentTarget.setPointerCapture(event.pointerId);
                    }}
                    onPointerMove={drag}
                    onPointerUp={drop}
                    onPointerCancel={drop}
                  >
                    ⠿
                  </ActionIcon>
                  {children(row)}
                </Group>
              </Paper>
            )
          );
        })}
      </Stack>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
    </>
  );
};
