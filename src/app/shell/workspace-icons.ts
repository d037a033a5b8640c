import {
  IconAnchor,
  IconBriefcase,
  IconBuildingCommunity,
  IconChartBar,
  IconDownload,
  IconHome,
  IconListDetails,
  IconMapPin,
  IconSend,
  IconUserCircle,
} from '@tabler/icons-react';
import type { WorkspaceId } from '#src/ui/screen/screen.ts';

export const workspaceIcons: Record<WorkspaceId, typeof IconAnchor> = {
  home: IconHome,
  jobs: IconBriefcase,
  mapping: IconMapPin,
  rules: IconListDetails,
  collect: IconDownload,
  targets: IconAnchor,
  submissions: IconSend,
  reports: IconChartBar,
  account: IconUserCircle,
  provider: IconBuildingCommunity,
};
