import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from './api/queries/query-client.ts';
import { router } from './routes/router.tsx';
import { ErrorBoundary } from './ui/status/error-boundary.tsx';
import { Prompts } from './ui/layers/prompts.tsx';
import { Toaster } from './ui/status/toast.tsx';

export function App() {
  return (
    <ErrorBoundary name="The application" level="critical">
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Prompts />
          <Toaster />
        </QueryClientProvider>
      </CSPProvider>
    </ErrorBoundary>
  );
}
