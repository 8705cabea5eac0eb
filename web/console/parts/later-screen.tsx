/** The place of a screen that does not exist yet: what it will be for, and where to look until then. */
import { Text } from '@mantine/core';
import { useAccount, type Scope } from '../api/account.js';
import { Screen } from './screen.js';
import { NotAllowed } from './states.js';

export const LaterScreen = ({ title, text, scope }: { title: string; text: string; scope: Scope }) => {
  const { may } = useAccount();
  return <Screen title={title}>{may(scope) ? <Text>{text}</Text> : <NotAllowed />}</Screen>;
};
