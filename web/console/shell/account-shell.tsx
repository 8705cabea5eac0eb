/** The frame of all screens of an account: navigation, account switcher, who is signed in. */
import { AppShell, Burger, Group, Loader } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation, useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { en } from '../../../strings/console/en.js';
import { AccountProvider } from '../api/account.js';
import { useSession } from '../api/use-session.js';
import { Loaded } from '../parts/states.js';
import { FrontPage } from '../sign-in/front-page.js';
import { AccountMenu } from './account-menu.js';
import { Navigation } from './navigation.js';

export const AccountShell = () => {
  const { account } = useParams({ from: '/a/$account' });
  const session = useSession();
  return (
    <Loaded query={session}>
      {({ session: own }) => {
        const membership = own?.accounts.find(({ shortName }) => shortName === account);
        if (!own || !membership || membership.lacksSecondFactor)
          return <FrontPage opened={own ? account : undefined} />;
        return (
          <AccountProvider membership={membership} person={own.person}>
            <Frame />
          </AccountProvider>
        );
      }}
    </Loaded>
  );
};

const Frame = () => {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const path = useLocation({ select: ({ pathname }) => pathname });
  const isFirst = useRef(true);
  // A new screen starts at its heading, for keyboards and screen readers as for the eye.
  useEffect(() => {
    close();
    if (!isFirst.current) document.getElementById('screen-title')?.focus();
    isFirst.current = false;
  }, [path, close]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <a className="skip-link" href="#content">
        {en.skipToContent}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Burger opened={isOpen} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={en.menu} />
          <AccountMenu />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" aria-label={en.navigation}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Suspense fallback={<Loader aria-label={en.loading} />}>
          <Outlet />
        </Suspense>
      </AppShell.Main>
    </AppShell>
  );
};
