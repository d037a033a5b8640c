import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { theme } from './theme.ts';

const light = {
  '--mantine-color-error': '#B42318',
  '--mantine-color-success': '#1A7F37',
  '--mantine-color-placeholder': '#6B7480',
  '--mantine-color-dimmed': '#59636E',
  '--mantine-color-default-border': '#868E96',
  '--mantine-color-disabled-color': '#6B7480',
  '--mantine-color-disabled-border': '#D8DEE4',
};
const dark = {
  '--mantine-color-error': '#FF8A80',
  '--mantine-color-success': '#6BCB84',
  '--mantine-color-anchor': '#7DB7F5',
  '--mantine-color-default-border': 'var(--mantine-color-dark-4)',
  '--mantine-color-bright': '#FFFFFF',
};

/**
 * The theme's CSS variables as one style sheet, for the build. Written by script at run time instead, they would need a
 * `<style>` element, which the page's content security policy and Trusted Types refuse.
 */
export function themeCss(): string {
  const ours = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  return convertCssVariables({
    variables: ours.variables,
    light: { ...ours.light, ...light },
    dark: { ...ours.dark, ...dark },
  });
}
