import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/** Prints what javac finds in each of the files that are named on standard input, one fact a line. */
public class Facts {
    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        PrintStream out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16), false, "UTF-8");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String path; (path = in.readLine()) != null;) {
            String text = Files.readString(Path.of(path), StandardCharsets.ISO_8859_1);
            JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///X.java"), JavaFileObject.Kind.SOURCE) {
                @Override public CharSequence getCharContent(boolean ignore) { return text; }
            };
            boolean[] failed = new boolean[1];
            JavacTask task = (JavacTask) compiler.getTask(new PrintWriter(Writer.nullWriter()), null,
                d -> failed[0] |= d.getKind() == Diagnostic.Kind.ERROR, List.of("-proc:none", "-XDallowStringFolding=false"), null, List.of(file));
            List<String> facts = new ArrayList<>();
            for (CompilationUnitTree unit : task.parse()) {
                new Lister(unit, text, Trees.instance(task).getSourcePositions(), facts).scan(unit, null);
            }
            out.println((failed[0] ? "rejected " : "file ") + path);
            for (String f : facts) {
                out.println(f);
            }
            out.println();
        }
        out.flush();
    }

    static class Lister extends TreeScanner<Void, Void> {
        final CompilationUnitTree unit;
        final SourcePositions at;
        final List<String> facts;
        final String text;
        int blocks;

        Lister(CompilationUnitTree unit, String text, SourcePositions at, List<String> facts) {
            this.text = text;
            this.unit = unit;
            this.at = at;
            this.facts = facts;
        }

        long start(Tree t) { return at.getStartPosition(unit, t); }
        long end(Tree t) { return at.getEndPosition(unit, t); }

        void add(String kind, Tree t, Object... more) {
            StringBuilder b = new StringBuilder(kind + " " + start(t) + " " + end(t));
            for (Object o : more) {
                b.append(' ').append(o);
            }
            facts.add(b.toString());
        }

        void function(Tree t, String kind, String name, List<? extends VariableTree> parameters) {
            StringBuilder names = new StringBuilder();
            for (VariableTree p : parameters) {
                if (!p.getName().contentEquals("this")) {
                    names.append(p.getName()).append("@".repeat(p.getModifiers().getAnnotations().size())).append(',');
                }
            }
            facts.add("function " + end(t) + " " + kind + " " + name + " " + names);
        }

        @Override public Void visitMethod(MethodTree t, Void v) {
            if (t.getBody() != null && start(t) >= 0 && end(t) > start(t)) {
                boolean made = t.getName().contentEquals("<init>");
                boolean compact = made && t.getReturnType() == null && false;
                function(t, made ? "constructor" : "method", made ? "" : t.getName().toString(), t.getParameters());
            }
            scan(t.getModifiers(), v);
            if (t.getBody() != null) {
                for (VariableTree p : t.getParameters()) scan(p.getModifiers(), v);
                scan(t.getBody(), v);
            }
            return null;
        }
        @Override public Void visitLambdaExpression(LambdaExpressionTree t, Void v) {
            function(t, "arrow", "", t.getParameters());
            for (VariableTree p : t.getParameters()) scan(p.getModifiers(), v);
            return scan(t.getBody(), v);
        }
        @Override public Void visitVariable(VariableTree t, Void v) {
            if (t.getInitializer() instanceof NewClassTree c && text.substring((int) start(t), (int) start(c)).indexOf('=') < 0) {
                scan(t.getModifiers(), v); // the constant of an enumeration
                scan(c.getArguments(), v);
                if (c.getClassBody() != null) {
                    facts.add("constant " + end(c) + " " + t.getName());
                    int outer = blocks;
                    blocks = 0;
                    scan(c.getClassBody().getMembers(), v);
                    blocks = outer;
                }
                return null;
            }
            if (t.getInitializer() != null) facts.add("set " + end(t.getInitializer()) + " " + t.getName());
            if (blocks == 0) scan(t.getModifiers(), v); // those of local variables mean nothing
            return scan(t.getInitializer(), v);
        }
        @Override public Void visitMethodInvocation(MethodInvocationTree t, Void v) {
            if (end(t) < 0) return null;
            add("call", t, t.getArguments().size());
            scan(t.getMethodSelect(), v);
            return scan(t.getArguments(), v);
        }
        @Override public Void visitNewClass(NewClassTree t, Void v) {
            add("new", t, t.getArguments().size());
            scan(t.getEnclosingExpression(), v);
            scan(t.getArguments(), v);
            return scan(t.getClassBody(), v);
        }
        @Override public Void visitClass(ClassTree t, Void v) {
            facts.add("class " + end(t) + " " + t.getSimpleName() + " " + t.getModifiers().getAnnotations().size());
            scan(t.getModifiers(), v);
            int outer = blocks;
            blocks = 0;
            scan(t.getMembers(), v);
            blocks = outer;
            return null;
        }
        @Override public Void visitBlock(BlockTree t, Void v) {
            blocks++;
            super.visitBlock(t, v);
            blocks--;
            return null;
        }
        @Override public Void visitAnnotation(AnnotationTree t, Void v) {
            return scan(t.getArguments(), v);
        }
        @Override public Void visitMemberSelect(MemberSelectTree t, Void v) {
            add("member", t, t.getIdentifier());
            return super.visitMemberSelect(t, v);
        }
        @Override public Void visitMemberReference(MemberReferenceTree t, Void v) {
            facts.add("reference " + end(t) + " " + (t.getMode() == MemberReferenceTree.ReferenceMode.NEW ? "new" : t.getName()));
            return null;
        }
        @Override public Void visitArrayAccess(ArrayAccessTree t, Void v) { add("index", t); return super.visitArrayAccess(t, v); }
        @Override public Void visitAssignment(AssignmentTree t, Void v) {
            add("assign", t, "=");
            return super.visitAssignment(t, v);
        }
        @Override public Void visitCompoundAssignment(CompoundAssignmentTree t, Void v) { add("assign", t); return super.visitCompoundAssignment(t, v); }
        @Override public Void visitBinary(BinaryTree t, Void v) { add("binary", t); return super.visitBinary(t, v); }
        @Override public Void visitUnary(UnaryTree t, Void v) { add("unary", t); return super.visitUnary(t, v); }
        @Override public Void visitInstanceOf(InstanceOfTree t, Void v) { facts.add("instanceof " + start(t)); return scan(t.getExpression(), v); }
        @Override public Void visitConditionalExpression(ConditionalExpressionTree t, Void v) { add("conditional", t); return super.visitConditionalExpression(t, v); }
        @Override public Void visitTypeCast(TypeCastTree t, Void v) { add("cast", t); return scan(t.getExpression(), v); }
        @Override public Void visitReturn(ReturnTree t, Void v) { facts.add("return " + start(t) + " " + (t.getExpression() == null ? 0 : 1)); return super.visitReturn(t, v); }
        @Override public Void visitThrow(ThrowTree t, Void v) { facts.add("throw " + start(t)); return super.visitThrow(t, v); }
        @Override public Void visitIf(IfTree t, Void v) { facts.add("if " + start(t) + " " + (t.getElseStatement() == null ? 0 : 1)); return super.visitIf(t, v); }
        @Override public Void visitForLoop(ForLoopTree t, Void v) { facts.add("loop " + start(t)); return super.visitForLoop(t, v); }
        @Override public Void visitWhileLoop(WhileLoopTree t, Void v) { facts.add("loop " + start(t)); return super.visitWhileLoop(t, v); }
        @Override public Void visitDoWhileLoop(DoWhileLoopTree t, Void v) { facts.add("loop " + start(t)); return super.visitDoWhileLoop(t, v); }
        @Override public Void visitEnhancedForLoop(EnhancedForLoopTree t, Void v) { facts.add("each " + start(t)); return super.visitEnhancedForLoop(t, v); }
        @Override public Void visitSwitch(SwitchTree t, Void v) { facts.add("switch " + start(t) + " " + t.getCases().size()); return super.visitSwitch(t, v); }
        @Override public Void visitSwitchExpression(SwitchExpressionTree t, Void v) { facts.add("switch " + start(t) + " " + t.getCases().size()); return super.visitSwitchExpression(t, v); }
        @Override public Void visitTry(TryTree t, Void v) { facts.add("try " + start(t) + " " + t.getCatches().size()); return super.visitTry(t, v); }
        @Override public Void visitLiteral(LiteralTree t, Void v) {
            if (t.getKind() == Tree.Kind.STRING_LITERAL) {
                StringBuilder b = new StringBuilder();
                for (char c : ((String) t.getValue()).toCharArray()) {
                    if (c > ' ' && c <= '~') b.append(c); else b.append(String.format("\\u%04x", (int) c));
                }
                add("string", t, b);
            }
            return null;
        }
        @Override public Void visitImport(ImportTree t, Void v) { facts.add("import " + start(t) + " " + t.getQualifiedIdentifier()); return null; }
        @Override public Void visitPackage(PackageTree t, Void v) { return null; }
        @Override public Void visitParameterizedType(ParameterizedTypeTree t, Void v) { return null; }
        @Override public Void visitNewArray(NewArrayTree t, Void v) { scan(t.getDimensions(), v); return scan(t.getInitializers(), v); }
        @Override public Void visitBindingPattern(BindingPatternTree t, Void v) { return null; }
        @Override public Void visitCatch(CatchTree t, Void v) { return scan(t.getBlock(), v); }
    }
}
