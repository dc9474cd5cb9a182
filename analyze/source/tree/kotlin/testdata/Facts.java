import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Scanner;
import java.util.Set;
import org.jetbrains.kotlin.cli.jvm.compiler.EnvironmentConfigFiles;
import org.jetbrains.kotlin.cli.jvm.compiler.KotlinCoreEnvironment;
import org.jetbrains.kotlin.cli.common.CLIConfigurationKeys;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.com.intellij.openapi.util.Disposer;
import org.jetbrains.kotlin.com.intellij.psi.PsiComment;
import org.jetbrains.kotlin.com.intellij.psi.PsiElement;
import org.jetbrains.kotlin.com.intellij.psi.PsiWhiteSpace;
import org.jetbrains.kotlin.com.intellij.psi.PsiErrorElement;
import org.jetbrains.kotlin.com.intellij.psi.util.PsiTreeUtil;
import org.jetbrains.kotlin.config.CompilerConfiguration;
import org.jetbrains.kotlin.psi.*;

/** Lists what the parser of Kotlin's compiler finds in the files whose names it reads. Offsets are in bytes. */
public class Facts {
    static final Set<String> SCOPED = Set.of("let", "also", "takeIf", "takeUnless", "run", "apply", "with");
    static int[] bytes;
    static List<String> facts;

    public static void main(String[] args) throws Exception {
        var configuration = new CompilerConfiguration();
        configuration.put(CLIConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.Companion.getNONE());
        var environment = KotlinCoreEnvironment.createForProduction(Disposer.newDisposable(), configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
        var factory = new KtPsiFactory(environment.getProject(), false);
        var in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String name = in.nextLine();
            String text = Files.readString(Path.of(name));
            if (text.indexOf('\r') >= 0 || text.startsWith("\uFEFF")) {
                System.out.println("rejected " + name);
                continue;
            }
            KtFile file = factory.createFile(text);
            if (PsiTreeUtil.hasErrorElements(file)) {
                System.out.println("rejected " + name);
                continue;
            }
            bytes = new int[text.length() + 1];
            for (int i = 0, at = 0; i < text.length(); i++) {
                bytes[i] = at;
                char c = text.charAt(i);
                at += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
                bytes[i + 1] = at;
            }
            facts = new ArrayList<>();
            visit(file);
            System.out.println("file " + name);
            for (String fact : facts) {
                System.out.println(fact);
            }
            System.out.println();
        }
    }

    static int start(PsiElement e) {
        return bytes[e.getTextRange().getStartOffset()];
    }

    /** Returns where an element ends, without comments behind it. */
    static int end(PsiElement e) {
        for (PsiElement last = e.getLastChild(); last != null; last = last.getPrevSibling()) {
            if (!(last instanceof PsiComment || last instanceof PsiWhiteSpace)) {
                return end(last);
            }
        }
        return bytes[e.getTextRange().getEndOffset()];
    }

    /** Reports whether a call stands for the code in its lambda. */
    static boolean scoped(KtCallExpression call) {
        String name = call.getCalleeExpression() == null ? "" : call.getCalleeExpression().getText();
        if (!SCOPED.contains(name) || call.getLambdaArguments().size() != 1 || call.getLambdaArguments().get(0).getText().contains("return@" + name)
                || !(call.getLambdaArguments().get(0).getArgumentExpression() instanceof KtLambdaExpression)) {
            return false;
        }
        boolean qualified = call.getParent() instanceof KtQualifiedExpression q && q.getSelectorExpression() == call;
        int plain = call.getValueArgumentList() == null ? -1 : call.getValueArguments().size() - 1;
        return name.equals("with") ? !qualified && plain == 1 : plain < 0 && (qualified || name.equals("run"));
    }

    /** Reports whether a name only says what the lambda of a scope function is called on. */
    static boolean subject(PsiElement e) {
        if (e.getParent() instanceof KtCallExpression call && lazy(call)) {
            return true;
        }
        if (e.getParent() instanceof KtQualifiedExpression q && q.getReceiverExpression() == e) {
            return q.getSelectorExpression() instanceof KtCallExpression call && scoped(call);
        }
        return e.getParent() instanceof KtValueArgument && e.getParent().getParent().getParent() instanceof KtCallExpression call && scoped(call);
    }

    static boolean lazy(KtCallExpression call) {
        return call.getParent() instanceof KtPropertyDelegate && call.getCalleeExpression() != null && call.getCalleeExpression().getText().equals("lazy")
            && call.getLambdaArguments().size() == 1;
    }

    static String parameters(List<KtParameter> all) {
        var names = new StringBuilder();
        for (KtParameter p : all) {
            names.append(p.getDestructuringDeclaration() != null ? "()" : p.getName()).append(',');
        }
        return names.toString();
    }

    static void visit(PsiElement e) {
        if (e instanceof KtTypeReference || e instanceof KtAnnotationEntry || e instanceof KtPackageDirective || e instanceof KtImportList
                || e instanceof KtTypeConstraintList || e instanceof KtTypeParameterList || e instanceof KtTypeArgumentList || e instanceof KtTypeAlias) {
            return;
        }
        if (e instanceof KtNamedFunction f && !f.hasBody() || e instanceof KtDelegatedSuperTypeEntry) {
            return;
        }
        if (e instanceof KtCallExpression call && call.getCalleeExpression() != null) {
            if ((call.getValueArgumentList() != null || !call.getLambdaArguments().isEmpty()) && !scoped(call) && !lazy(call) && !(call.getCalleeExpression() instanceof KtLambdaExpression)) {
                facts.add("call " + end(e) + " " + call.getValueArguments().size());
            }
        } else if (e instanceof KtSuperTypeCallEntry call && !(e.getParent().getParent() instanceof KtEnumEntry)) {
            facts.add("call " + end(e) + " " + call.getValueArguments().size());
        } else if (e instanceof KtConstructorDelegationCall call && !call.isImplicit()) {
            facts.add("call " + end(e) + " " + call.getValueArguments().size());
        } else if (e instanceof KtBinaryExpression b && b.getOperationReference().getText().matches("[\\p{L}_`].*")
                && !b.getOperationReference().getText().matches("in|is|as")) {
            facts.add("call " + end(e) + " 1");
        } else if (e instanceof KtNamedFunction f) {
            facts.add("function " + end(e) + " " + (f.getName() == null ? "" : f.getName()) + " " + parameters(f.getValueParameters()));
        } else if (e instanceof KtFunctionLiteral f) {
            PsiElement argument = e.getParent().getParent();
            if (argument instanceof KtLabeledExpression) {
                argument = argument.getParent();
            }
            boolean inlined = argument instanceof KtLambdaArgument && argument.getParent() instanceof KtCallExpression call && scoped(call);
            if (!inlined) {
                facts.add("function " + end(e) + "  " + parameters(f.getValueParameters()));
            }
        } else if (e instanceof KtPropertyAccessor a && a.hasBody()) {
            facts.add("function " + end(e) + " " + a.getProperty().getName() + " " + parameters(a.getValueParameters()));
        } else if (e instanceof KtSecondaryConstructor f && !f.getValueParameters().isEmpty()) {
            facts.add("parameters " + parameters(f.getValueParameters()));
        } else if (e instanceof KtClassOrObject c && !(e instanceof KtEnumEntry) && !(c instanceof KtObjectDeclaration o && o.isCompanion())) {
            facts.add("class " + end(e) + " " + (c.getName() == null ? "" : c.getName()));
            if (c instanceof KtClass k && k.getPrimaryConstructor() != null && !k.getPrimaryConstructorParameters().isEmpty()) {
                facts.add("parameters " + parameters(k.getPrimaryConstructorParameters()));
            }
        } else if (e instanceof KtReturnExpression r) {
            facts.add("return " + start(e) + " " + (r.getReturnedExpression() == null ? 0 : 1));
        } else if (e instanceof KtWhenExpression w && w.getSubjectVariable() != null) {
            facts.add("subject " + end(w.getSubjectVariable().getNameIdentifier()) + " " + w.getSubjectVariable().getName());
        } else if (e instanceof KtThrowExpression) {
            facts.add("throw " + start(e));
        } else if (e instanceof KtIfExpression) {
            facts.add("if " + start(e));
        } else if (e instanceof KtForExpression) {
            facts.add("each " + start(e));
        } else if (e instanceof KtWhileExpressionBase) {
            facts.add("loop " + start(e));
        } else if (e instanceof KtTryExpression t) {
            facts.add("try " + start(e) + " " + t.getCatchClauses().size());
        } else if (e instanceof KtSimpleNameExpression n && !(e instanceof KtLabelReferenceExpression) && n.getReferencedName().matches("[\\p{L}_].*")
                && !n.getReferencedName().matches("in|is|as\\??|this|super") && !SCOPED.contains(n.getReferencedName()) && !(e.getParent() instanceof KtUserType) && !(e.getParent() instanceof KtValueArgumentName)
                && !(e.getParent() instanceof KtInstanceExpressionWithLabel)) {
            facts.add((subject(e) ? "subject " : "name ") + end(e) + " " + n.getReferencedName());
        }
        for (PsiElement child = e.getFirstChild(); child != null; child = child.getNextSibling()) {
            visit(child);
        }
    }
}
