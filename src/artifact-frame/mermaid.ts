import mermaid from 'mermaid';
import type { Show } from './frame.ts';

const show: Show = async ({ code, theme }) => {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: 'strict',
    theme: theme === 'dark' ? 'dark' : 'neutral',
    fontFamily: 'ui-sans-serif, system-ui, sans-serif',
    suppressErrorRendering: true,
  });
  const { svg } = await mermaid.render('diagram', code);
  const place = document.createElement('div');
  place.id = 'root';
  place.className = 'diagram';
  place.innerHTML = svg;
  document.body.replaceChildren(place);
};

window.artifactRuntime = show;
