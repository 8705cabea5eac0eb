/** The search desk: why searches find what they find, and what staff can do about it. */
import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { en } from '../../../strings/console/en.js';
import { desk } from '../../../strings/console/search-admin/en.js';
import { useAccount } from '../api/account.js';
import { Screen } from '../parts/screen.js';
import { NotAllowed } from '../parts/states.js';
import { Checks } from './checks.js';
import { DESK_TABS, type DeskTab } from './desk-search.js';
import { Explain } from './explain.js';
import { History } from './history.js';
import { IndexFacts } from './index-facts.js';
import { Pins } from './pins.js';
import { Synonyms } from './synonyms.js';

const PANELS: Record<DeskTab, () => React.ReactNode> = {
  explain: Explain,
  synonyms: Synonyms,
  pins: Pins,
  checks: Checks,
  history: History,
  index: IndexFacts,
};

export const SearchDeskScreen = () => {
  const { may } = useAccount();
  const { tab = 'explain' } = useSearch({ from: '/a/$account/search-desk' });
  const navigate = useNavigate({ from: '/a/$account/search-desk' });
  const Panel = PANELS[tab];
  return (
    <Screen title={en.listScreens.searchDesk}>
      {may('stats:read') ? (
        <Tabs
          value={tab}
          keepMounted={false}
          onChange={(next) => void navigate({ search: { tab: (next ?? 'explain') as DeskTab } })}
        >
          <Tabs.List mb="md">
            {DESK_TABS.map((name) => (
              <Tabs.Tab key={name} value={name}>
                {desk.tabs[name]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={tab}>
            <Panel />
          </Tabs.Panel>
        </Tabs>
      ) : (
        <NotAllowed />
      )}
    </Screen>
  );
};
