/** What an address shows that is no screen. */
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { en } from '../../../strings/console/en.js';
import { Screen } from '../parts/screen.js';

export const UnknownScreen = () => (
  <Screen title={en.unknownScreen}>
    <Text>
      <Anchor component={Link} to="/">
        {en.toStart}
      </Anchor>
    </Text>
  </Screen>
);
