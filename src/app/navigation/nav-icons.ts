import {
  IconAdjustmentsHorizontal,
  IconBook2,
  IconBriefcase,
  IconBuildingCommunity,
  IconChartBar,
  IconDeviceLaptop,
  IconDownload,
  IconHome,
  IconInbox,
  IconLifebuoy,
  IconList,
  IconListDetails,
  IconMapPin,
  IconSend,
  IconServer,
  IconSettings,
  IconSparkles,
  IconSpeakerphone,
  IconTable,
  IconTarget,
  IconUpload,
  IconUsers,
  IconWorldDownload,
} from '@tabler/icons-react';
import type { RowId, WorkspaceId } from '#src/ui/screen/screen.ts';

type Icon = typeof IconHome;

export const workspaceIcons: Record<WorkspaceId, Icon> = {
  work: IconInbox,
  setup: IconAdjustmentsHorizontal,
  insights: IconChartBar,
  provider: IconBuildingCommunity,
};

export const rowIcons: Record<RowId, Icon> = {
  dashboard: IconHome,
  staging: IconBriefcase,
  mapping: IconMapPin,
  submissions: IconUsers,
  upload: IconUpload,
  outbox: IconSend,
  support: IconLifebuoy,
  collect: IconDownload,
  rules: IconListDetails,
  mappingLists: IconTable,
  targets: IconTarget,
  lists: IconBook2,
  settings: IconSettings,
  reports: IconList,
  people: IconUsers,
  customers: IconBuildingCommunity,
  crawlers: IconWorldDownload,
  notices: IconSpeakerphone,
  devices: IconDeviceLaptop,
  ai: IconSparkles,
  system: IconServer,
};
