/** The keys of the library, and the dialog that lists them. */
import { Button, Kbd, Table } from '@mantine/core';
import { useState } from 'react';
import { bulk } from '../../../strings/console/bulk/en.js';
import { Dialog } from '../parts/dialog.js';
import { useKeys } from '../parts/use-keys.js';

const KEYS = ['j', 'k', 'x', 'e', '/', '?'] as const;

interface Props {
  /** Moves to another row: 1 for the next, -1 for the one before. */
  move: (by: number) => void;
  select: () => void;
  open: () => void;
  search: () => void;
}

export const LibraryKeys = ({ move, select, open, search }: Props) => {
  const [isShown, show] = useState(false);
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: select,
    e: open,
    '/': search,
    '?': () => show(true),
  });
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => show(true)} visibleFrom="sm">
        {bulk.keys.open}
      </Button>
      {isShown && (
        <Dialog close={() => show(false)} title={bulk.keys.title}>
          <Table aria-label={bulk.keys.title}>
            <Table.Tbody>
              {KEYS.map((key) => (
                <Table.Tr key={key}>
                  <Table.Th scope="row" w="4rem">
                    <Kbd>{key}</Kbd>
                  </Table.Th>
                  <Table.Td>{bulk.keys[key]}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Dialog>
      )}
    </>
  );
};
