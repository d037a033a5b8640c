import { createTheme, type MantineColorsTuple } from '@mantine/core';

const dock: MantineColorsTuple = [
  '#EAF3FB',
  '#D3E5F5',
  '#A9CBEB',
  '#7DB7F5',
  '#5698D3',
  '#3A82C2',
  '#286FAE',
  '#1C5D99',
  '#164B7C',
  '#0F385E',
];
/** Mantine's dark surfaces, borders and texts, lightest text first. No pure black. */
const dark: MantineColorsTuple = [
  '#E6E8EB',
  '#C6CACF',
  '#A0A6AD',
  '#8B929A',
  '#6B727A',
  '#363A41',
  '#26292E',
  '#1A1B1E',
  '#141517',
  '#0F1012',
];
const red: MantineColorsTuple = [
  '#FEF1F0',
  '#FDDEDB',
  '#FFC2BC',
  '#FF8A80',
  '#F0665A',
  '#DE4638',
  '#B42318',
  '#9B1C13',
  '#7D160F',
  '#5E100A',
];
const floating = '0 0 1px rgba(15, 23, 42, .28), 0 12px 32px rgba(15, 23, 42, .18)';
const system = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** The theme of all Mantine components. The variables of our own classes are in `tokens.css`. */
export const theme = createTheme({
  primaryColor: 'dock',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  colors: { dock, dark, red },
  white: '#FFFFFF',
  black: '#1F2328',
  fontFamily: system,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.334', sm: '1.4286', md: '1.4286', lg: '1.5', xl: '1.4' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  headings: {
    fontFamily: system,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4286' },
      h4: { fontSize: '0.875rem', lineHeight: '1.4286' },
    },
  },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  radius: { xs: '0.125rem', sm: '0.25rem', md: '0.5rem', lg: '0.5rem', xl: '0.5rem' },
  defaultRadius: 'sm',
  shadows: { xs: 'none', sm: 'none', md: floating, lg: floating, xl: floating },
  breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '75em', xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: { defaultProps: { radius: 'md', centered: true, lockScroll: false, overlayProps: { backgroundOpacity: 0.4 } } },
    Menu: { defaultProps: { radius: 'md', shadow: 'md', transitionProps: { duration: 80 } } },
    Popover: { defaultProps: { radius: 'md', shadow: 'md', transitionProps: { duration: 80 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
  },
});
