export default function Page() {
  return <p>The shop answers below /api.</p>
}
