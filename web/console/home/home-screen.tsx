/** What waits for the person. */
import { Text } from '@mantine/core';
import { en } from '../../../strings/console/en.js';
import { Screen } from '../parts/screen.js';

export const HomeScreen = () => (
  <Screen title={en.screens.home}>
    <Text>{en.soon}</Text>
  </Screen>
);
