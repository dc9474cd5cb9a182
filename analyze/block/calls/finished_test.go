package calls

import "testing"

// TestFinished leaves out waits for tasks of C# that something waited for before, and no others.
func TestFinished(t *testing.T) {
	for _, test := range []struct{ name, path, src string }{
		{"awaited", "a.cs", `class C {
  async Task<int> All(Task<int> one, Task<int> two, Task<int> three) {
    await Task.WhenAll(one, two).ConfigureAwait(false);
    one.GetAwaiter().GetResult();
    three.GetAwaiter().GetResult(); //!
    await three;
    three.ConfigureAwait(false).GetAwaiter().GetResult();
    three = OtherAsync();
    return three.GetAwaiter().GetResult(); //!
  }
  async Task<int> Early(Task<int> task) {
    task.Wait(); //!
    await task;
    return 1;
  }
  async Task<int> Branch(Task<int> task, bool some) {
    if (some) { await task; task.Wait(); }
    while (some) { await task; }
    task.Wait(); //!
    LoadAsync().GetAwaiter().GetResult(); //!
    await LoadAsync();
    return LoadAsync().GetAwaiter().GetResult(); //!
  }
  async Task<int> Closure(Task<int> task) {
    await this.task; await task;
    items.Select(x => { this.task.Wait(); return task.GetAwaiter().GetResult(); });
    other.task.GetAwaiter().GetResult(); //!
    return 1;
  }
}
`},
		{"seen to be complete", "b.cs", `class C {
  async Task<int> Seen(Task<int> task, bool some) {
    if (task.IsCompletedSuccessfully && some) { return task.GetAwaiter().GetResult(); }
    if (task.IsCompleted || some) { task.Wait(); } //!
    var x = task.IsFaulted ? task.GetAwaiter().GetResult() : 1;
    if (!task.IsCompleted) { Log(); }
    task.Wait(); //!
    if (!task.IsCompleted) { return 1; }
    return task.GetAwaiter().GetResult();
  }
  async Task<int> Any(Task<int> task) {
    if (await Task.WhenAny(task, Task.Delay(1)) == task) { task.Wait(); }
    if (await Task.WhenAny(task, Task.Delay(1)) != task) { throw new TimeoutException(); }
    return task.GetAwaiter().GetResult();
  }
  async Task<int> First(Task<int> task) {
    await Task.WhenAny(task, Task.Delay(1));
    return task.GetAwaiter().GetResult(); //!
  }
  async Task<int> Held(Task<int> task, Task<int> other) {
    var first = await Task.WhenAny(task, other).ConfigureAwait(false);
    if (first != task) { return other.Result; }
    if (other == await Task.WhenAny(task, other).ConfigureAwait(false)) { other.GetAwaiter().GetResult(); }
    first = Pick(other);
    if (first == other) { other.GetAwaiter().GetResult(); } //!
    return task.GetAwaiter().GetResult();
  }
  async Task Awaiter(Task<int> task) {
    if (awaiter.IsCompleted) { awaiter.GetResult(); }
    awaiter = task.GetAwaiter();
    awaiter.GetResult();
  }
}
`},
		{"read from a variable", "d.cs", `class C {
  async Task<int> Read(Result found, HttpContext context) {
    var one = LoadAsync();
    var two = LoadAsync();
    await two;
    var three = Pick(two);
    var four = await LoadAsync();
    int n = two.Result + three.Result + four.Result + found.Result + context.Result;
    Task.Delay(n).Wait(); //!
    Task.Run(() => n).Wait(); //!
    Task.FromResult(n).Wait();
    return one.Result; //!
  }
  async Task<int> Sometimes(bool some) {
    var task = some ? Cached() : LoadAsync();
    await Task.Yield();
    return task.Result;
  }
}
`},
		{"lists", "c.cs", `class C {
  async Task<int> Lists(List<Task> tasks, List<Task> others) {
    await Task.WhenAll(tasks);
    foreach (var task in tasks) { task.Wait(); }
    foreach (var task in others) { task.Wait(); } //!
    tasks.Select(t => t.GetAwaiter().GetResult());
    others.Select(t => t.GetAwaiter().GetResult()); //!
    await LoadAsync().ContinueWith(t => t.GetAwaiter().GetResult());
    return 1;
  }
  async Task<int> Gathered(bool some) {
    var one = LoadAsync(); var two = LoadAsync(); var three = LoadAsync(); var four = LoadAsync(); var five = LoadAsync();
    var six = LoadAsync(); var seven = LoadAsync(); var eight = LoadAsync();
    var tasks = new List<Task> { three };
    var array = new[] { four, LoadAsync() };
    tasks.Add(one);
    if (some) { tasks.Add(two); }
    tasks.Add(five);
    five = LoadAsync();
    await Task.WhenAll(tasks).ConfigureAwait(false);
    int n = one.Result + three.Result;
    n += two.Result; //!
    n += five.Result; //!
    n += four.Result; //!
    await Task.WhenAll(array);
    n += four.Result;
    tasks.Add(six);
    n += six.Result; //!
    tasks.Clear();
    await Task.WhenAll(tasks);
    n += six.Result; //!
    tasks = new List<Task>(); tasks.Add(seven); await Task.WhenAny(tasks);
    n += seven.Result; //!
    if (eight.Status == TaskStatus.RanToCompletion) { n += eight.Result; }
    if (eight.Status == TaskStatus.Running) { n += eight.Result; } //!
    return n;
  }
}
`},
	} {
		checkLines(t, test.path, test.name, test.src)
	}
}
