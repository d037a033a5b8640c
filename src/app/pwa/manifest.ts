/** The web app manifest; the build writes it to `manifest.webmanifest`. */
export const manifest = {
  id: '/',
  name: 'Jobdock',
  short_name: 'Jobdock',
  description: 'Job orders from every vendor system, mapped and posted to your ATS.',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone' as const,
  background_color: '#F6F8FA',
  theme_color: '#1C5D99',
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    { name: 'Staging', url: '/staging' },
    { name: 'Map facilities', url: '/mapfacility' },
    { name: 'Outbox', url: '/outbox' },
  ],
};
