// Runs before the first paint (a blocking script, because the content security policy allows no inline one)
// so that the page never flashes in the wrong theme. `#web/ui/theme.ts` keeps it up to date afterwards.
(function () {
  var choice = 'dark';
  try {
    choice = localStorage.getItem('pos_theme') || 'dark';
  } catch {
    // Storage may be switched off; dark is the default.
  }
  var light =
    choice === 'light' || (choice === 'system' && window.matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.setAttribute('data-theme', light ? 'light' : 'dark');
})();
