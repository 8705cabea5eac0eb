/** Whether what was typed is saved. */
import { Text } from '@mantine/core';
import { en } from '../../../strings/console/en.js';
import { messageOf } from '../api/session-api.js';
import type { SaveState } from './item-saver.js';

export const SaveStatus = ({ state }: { state: SaveState | null }) => (
  <Text size="sm" role="status" c={state?.is === 'notSaved' ? 'red' : 'dimmed'}>
    {state?.is === 'notSaved' ? `${en.item.notSaved}: ${messageOf(state.error)}` : state && en.item[state.is]}
  </Text>
);
